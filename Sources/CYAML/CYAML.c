#include "CYAML.h"

#include "CLoading.h"

#define YAML "libyaml-0.so.2"

int tocsin_has_yaml(void) {
  return tocsin_optional_function(YAML, "yaml_parser_initialize") != NULL;
}

FORWARD_1(YAML, int, yaml_parser_initialize, yaml_parser_t *)
FORWARD_1(YAML, void, yaml_parser_delete, yaml_parser_t *)
FORWARD_3(YAML, void, yaml_parser_set_input_string, yaml_parser_t *, const unsigned char *, size_t)
FORWARD_2(YAML, int, yaml_parser_parse, yaml_parser_t *, yaml_event_t *)
FORWARD_1(YAML, void, yaml_event_delete, yaml_event_t *)
