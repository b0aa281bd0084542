/* Reads one JSON text, in place: strings stay where they stand in it, unescaped and closed by a zero. */
#ifndef JSON_H
#define JSON_H

#include <stddef.h>

enum json_kind { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

struct json {
    enum json_kind kind;
    const char *key;            /* within an object, otherwise NULL */
    const char *text;           /* of a JSON_TEXT */
    double number;              /* of a JSON_NUMBER */
    struct json *first, *next;  /* the first value inside, the next one beside */
};

/* Read a text into a pool of as many values as it has characters; return NULL where it is no JSON. */
struct json *json_read(char *text, struct json *pool);

/* Return the field of an object, or NULL where it is none or has none of that name. */
const struct json *json_get(const struct json *object, const char *key);

/* Return the text or the number in a value, or what stands in its stead where the value has another kind. */
const char *json_text(const struct json *value, const char *otherwise);
int json_int(const struct json *value, int otherwise);

#endif
