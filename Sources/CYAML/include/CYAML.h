#pragma once

#include <yaml.h>

/* Whether libyaml can be loaded. Without it the functions end the program, and an app must go on. */
int tocsin_yaml_is_there(void);
