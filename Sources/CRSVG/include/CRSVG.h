#pragma once

/*
 * The functions of librsvg (2.46 and newer), cairo and GLib that draw an SVG. They are declared
 * here, because their headers would make a build need forty more packages.
 */

#include <stddef.h>

typedef struct _RsvgHandle RsvgHandle;
typedef struct _cairo cairo_t;
typedef struct _cairo_surface cairo_surface_t;
typedef struct {
  double x, y, width, height;
} RsvgRectangle;

enum { CAIRO_FORMAT_ARGB32 = 0 };

/* Whether librsvg is installed. Where it is not, no other function may be called. */
int tocsin_has_rsvg(void);

RsvgHandle *rsvg_handle_new_from_data(const unsigned char *data, size_t length, void **error);
int rsvg_handle_render_document(
    RsvgHandle *handle, cairo_t *context, const RsvgRectangle *area, void **error);
void g_object_unref(void *object);

cairo_surface_t *cairo_image_surface_create(int format, int width, int height);
void cairo_surface_destroy(cairo_surface_t *surface);
cairo_t *cairo_create(cairo_surface_t *surface);
void cairo_destroy(cairo_t *context);

/* Takes a piece of the file; 0 where it could be kept. */
typedef int (*cairo_write_func_t)(void *closure, const unsigned char *data, unsigned int length);
int cairo_surface_write_to_png_stream(
    cairo_surface_t *surface, cairo_write_func_t write, void *closure);
