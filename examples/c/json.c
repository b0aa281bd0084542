#include "json.h"

#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 };

struct reader {
    char *at;
    struct json *free;
};

static struct json *read_value(struct reader *in, int depth);

static void skip_space(struct reader *in)
{
    in->at += strspn(in->at, " \t\r\n");
}

/* Read a string.  Whatever \u stands for becomes a question mark: no word of the protocol needs it. */
static const char *read_text(struct reader *in)
{
    static const char escapes[] = "\"\"\\\\//b\bf\fn\nr\rt\tu?";
    char *start = ++in->at, *to = start;
    while (*in->at != '"') {
        if ((unsigned char)*in->at < ' ')
            return NULL;
        if (*in->at != '\\') {
            *to++ = *in->at++;
            continue;
        }
        char letter = in->at[1];
        const char *escape = NULL;
        for (size_t i = 0; escapes[i]; i += 2)
            if (escapes[i] == letter)
                escape = &escapes[i + 1];
        if (!escape)
            return NULL;
        if (letter == 'u' && strspn(in->at + 2, "0123456789abcdefABCDEF") < 4)
            return NULL;
        *to++ = *escape;
        in->at += letter == 'u' ? 6 : 2;
    }
    in->at++;
    *to = '\0';
    return start;
}

/* Read what stands in a list or an object, up to its end. */
static int read_inside(struct reader *in, struct json *outer, int depth)
{
    char end = outer->kind == JSON_LIST ? ']' : '}';
    struct json **link = &outer->first;
    in->at++;
    skip_space(in);
    while (*in->at != end) {
        const char *key = NULL;
        if (outer->first && *in->at++ != ',')
            return 0;
        skip_space(in);
        if (outer->kind == JSON_OBJECT) {
            if (*in->at != '"' || !(key = read_text(in)))
                return 0;
            skip_space(in);
            if (*in->at++ != ':')
                return 0;
        }
        struct json *value = read_value(in, depth + 1);
        if (!value)
            return 0;
        value->key = key;
        *link = value;
        link = &value->next;
        skip_space(in);
    }
    in->at++;
    return 1;
}

static struct json *read_value(struct reader *in, int depth)
{
    static const char *const words[] = {[JSON_NULL] = "null", [JSON_FALSE] = "false", [JSON_TRUE] = "true"};
    skip_space(in);
    struct json *value = in->free++;
    *value = (struct json){.kind = JSON_NULL};
    for (int kind = JSON_NULL; kind <= JSON_TRUE; kind++) {
        size_t length = strlen(words[kind]);
        if (!strncmp(in->at, words[kind], length)) {
            value->kind = (enum json_kind)kind;
            in->at += length;
            return value;
        }
    }
    if (*in->at == '"') {
        value->kind = JSON_TEXT;
        return (value->text = read_text(in)) ? value : NULL;
    }
    if (*in->at == '[' || *in->at == '{') {
        value->kind = *in->at == '[' ? JSON_LIST : JSON_OBJECT;
        return depth < DEEPEST && read_inside(in, value, depth) ? value : NULL;
    }
    char *end = in->at;
    value->kind = JSON_NUMBER;
    if (*in->at && strchr("-0123456789", *in->at))
        value->number = strtod(in->at, &end);
    if (end == in->at)
        return NULL;
    in->at = end;
    return value;
}

struct json *json_read(char *text, struct json *pool)
{
    struct reader in = {text, pool};
    struct json *value = read_value(&in, 0);
    skip_space(&in);
    return *in.at ? NULL : value;
}

const struct json *json_get(const struct json *object, const char *key)
{
    if (object && object->kind == JSON_OBJECT)
        for (const struct json *value = object->first; value; value = value->next)
            if (!strcmp(value->key, key))
                return value;
    return NULL;
}

const char *json_text(const struct json *value, const char *otherwise)
{
    return value && value->kind == JSON_TEXT ? value->text : otherwise;
}

int json_int(const struct json *value, int otherwise)
{
    if (!value || value->kind != JSON_NUMBER || value->number < -1e6 || value->number > 1e6)
        return otherwise;
    return (int)value->number;
}
