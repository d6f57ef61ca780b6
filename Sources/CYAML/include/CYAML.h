#pragma once

#include <yaml.h>

/* Whether libyaml is installed. Where it is not, no other function of it may be called. */
int tocsin_has_yaml(void);
