#include "CRSVG.h"

#include "CLoading.h"

/* A function of cairo or GLib is found through the library that needs them. */
#define RSVG "librsvg-2.so.2"

int tocsin_has_rsvg(void) {
  return tocsin_optional_function(RSVG, "rsvg_handle_render_document") != NULL;
}

FORWARD_3(RSVG, RsvgHandle *, rsvg_handle_new_from_data, const unsigned char *, size_t, void **)
FORWARD_4(RSVG, int, rsvg_handle_render_document, RsvgHandle *, cairo_t *, const RsvgRectangle *,
          void **)
FORWARD_1(RSVG, void, g_object_unref, void *)

FORWARD_3(RSVG, cairo_surface_t *, cairo_image_surface_create, int, int, int)
FORWARD_1(RSVG, void, cairo_surface_destroy, cairo_surface_t *)
FORWARD_1(RSVG, cairo_t *, cairo_create, cairo_surface_t *)
FORWARD_1(RSVG, void, cairo_destroy, cairo_t *)
FORWARD_3(RSVG, int, cairo_surface_write_to_png_stream, cairo_surface_t *, cairo_write_func_t,
          void *)
