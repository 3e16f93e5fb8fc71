// SPDX-License-Identifier: MIT
// A pointer is compared with NULL; it is not a truth value. contrib/format.
@@ expression *p; @@
- !p
+ p == NULL

@@ expression *p; expression e; @@
(
- p
+ p != NULL
  && e
|
  e &&
- p
+ p != NULL
)

@@ expression *p; expression e; @@
(
- p
+ p != NULL
  || e
|
  e ||
- p
+ p != NULL
)

@@ expression *p; expression a, b; @@
- p
+ p != NULL
  ? a : b

@@ expression *p; statement s, t; @@
  if (
- p
+ p != NULL
  ) s else t

@@ expression *p; statement s; @@
  if (
- p
+ p != NULL
  ) s

@@ expression *p; statement s; @@
  while (
- p
+ p != NULL
  ) s

@@ expression *p; expression a, b; statement s; @@
  for (a;
- p
+ p != NULL
  ; b) s

// Functions of system headers, which are not read.
@@ identifier f =~ "^(strchr|strrchr|strstr|strpbrk|strcasestr|memchr|memmem|memrchr|strdup|getenv|fopen|fdopen|opendir|readdir|bsearch|strsep|strtok_r|fgets|getpwuid|cJSON_GetObjectItem|cJSON_GetArrayItem|cJSON_GetStringValue|cJSON_Print|cJSON_PrintUnformatted|cJSON_Parse|cJSON_DetachItemFromObject)$"; expression list x; @@
- !f(x)
+ f(x) == NULL

@@ identifier f =~ "^(strchr|strrchr|strstr|strpbrk|strcasestr|memchr|memmem|memrchr|strdup|getenv|fopen|fdopen|opendir|readdir|bsearch|strsep|strtok_r|fgets|getpwuid|cJSON_GetObjectItem|cJSON_GetArrayItem|cJSON_GetStringValue|cJSON_Print|cJSON_PrintUnformatted|cJSON_Parse|cJSON_DetachItemFromObject)$"; expression list x; expression e; @@
(
- f(x)
+ f(x) != NULL
  && e
|
  e &&
- f(x)
+ f(x) != NULL
)

@@ identifier f =~ "^(strchr|strrchr|strstr|strpbrk|strcasestr|memchr|memmem|memrchr|strdup|getenv|fopen|fdopen|opendir|readdir|bsearch|strsep|strtok_r|fgets|getpwuid|cJSON_GetObjectItem|cJSON_GetArrayItem|cJSON_GetStringValue|cJSON_Print|cJSON_PrintUnformatted|cJSON_Parse|cJSON_DetachItemFromObject)$"; expression list x; expression e; @@
(
- f(x)
+ f(x) != NULL
  || e
|
  e ||
- f(x)
+ f(x) != NULL
)

@@ identifier f =~ "^(strchr|strrchr|strstr|strpbrk|strcasestr|memchr|memmem|memrchr|strdup|getenv|fopen|fdopen|opendir|readdir|bsearch|strsep|strtok_r|fgets|getpwuid|cJSON_GetObjectItem|cJSON_GetArrayItem|cJSON_GetStringValue|cJSON_Print|cJSON_PrintUnformatted|cJSON_Parse|cJSON_DetachItemFromObject)$"; expression list x; expression a, b; @@
- f(x)
+ f(x) != NULL
  ? a : b

@@ identifier f =~ "^(strchr|strrchr|strstr|strpbrk|strcasestr|memchr|memmem|memrchr|strdup|getenv|fopen|fdopen|opendir|readdir|bsearch|strsep|strtok_r|fgets|getpwuid|cJSON_GetObjectItem|cJSON_GetArrayItem|cJSON_GetStringValue|cJSON_Print|cJSON_PrintUnformatted|cJSON_Parse|cJSON_DetachItemFromObject)$"; expression list x; statement s, t; @@
  if (
- f(x)
+ f(x) != NULL
  ) s else t

@@ identifier f =~ "^(strchr|strrchr|strstr|strpbrk|strcasestr|memchr|memmem|memrchr|strdup|getenv|fopen|fdopen|opendir|readdir|bsearch|strsep|strtok_r|fgets|getpwuid|cJSON_GetObjectItem|cJSON_GetArrayItem|cJSON_GetStringValue|cJSON_Print|cJSON_PrintUnformatted|cJSON_Parse|cJSON_DetachItemFromObject)$"; expression list x; statement s; @@
  if (
- f(x)
+ f(x) != NULL
  ) s

@@ identifier f =~ "^(strchr|strrchr|strstr|strpbrk|strcasestr|memchr|memmem|memrchr|strdup|getenv|fopen|fdopen|opendir|readdir|bsearch|strsep|strtok_r|fgets|getpwuid|cJSON_GetObjectItem|cJSON_GetArrayItem|cJSON_GetStringValue|cJSON_Print|cJSON_PrintUnformatted|cJSON_Parse|cJSON_DetachItemFromObject)$"; expression list x; statement s; @@
  while (
- f(x)
+ f(x) != NULL
  ) s

@@ identifier f =~ "^(strchr|strrchr|strstr|strpbrk|strcasestr|memchr|memmem|memrchr|strdup|getenv|fopen|fdopen|opendir|readdir|bsearch|strsep|strtok_r|fgets|getpwuid|cJSON_GetObjectItem|cJSON_GetArrayItem|cJSON_GetStringValue|cJSON_Print|cJSON_PrintUnformatted|cJSON_Parse|cJSON_DetachItemFromObject)$"; expression list x; expression a, b; statement s; @@
  for (a;
- f(x)
+ f(x) != NULL
  ; b) s

// What compares strings is compared with 0.
@@ identifier f =~ "^(strcmp|strncmp|strcasecmp|strncasecmp|memcmp)$"; expression list x; @@
- !f(x)
+ f(x) == 0

@@ identifier f =~ "^(strcmp|strncmp|strcasecmp|strncasecmp|memcmp)$"; expression list x; expression e; @@
(
- f(x)
+ f(x) != 0
  && e
|
  e &&
- f(x)
+ f(x) != 0
)

@@ identifier f =~ "^(strcmp|strncmp|strcasecmp|strncasecmp|memcmp)$"; expression list x; expression e; @@
(
- f(x)
+ f(x) != 0
  || e
|
  e ||
- f(x)
+ f(x) != 0
)

@@ identifier f =~ "^(strcmp|strncmp|strcasecmp|strncasecmp|memcmp)$"; expression list x; expression a, b; @@
- f(x)
+ f(x) != 0
  ? a : b

@@ identifier f =~ "^(strcmp|strncmp|strcasecmp|strncasecmp|memcmp)$"; expression list x; statement s, t; @@
  if (
- f(x)
+ f(x) != 0
  ) s else t

@@ identifier f =~ "^(strcmp|strncmp|strcasecmp|strncasecmp|memcmp)$"; expression list x; statement s; @@
  if (
- f(x)
+ f(x) != 0
  ) s

@@ identifier f =~ "^(strcmp|strncmp|strcasecmp|strncasecmp|memcmp)$"; expression list x; statement s; @@
  while (
- f(x)
+ f(x) != 0
  ) s

@@ identifier f =~ "^(strcmp|strncmp|strcasecmp|strncasecmp|memcmp)$"; expression list x; expression a, b; statement s; @@
  for (a;
- f(x)
+ f(x) != 0
  ; b) s

