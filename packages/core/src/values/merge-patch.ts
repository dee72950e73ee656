export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [name: string]: Json }

/** JSON Merge Patch, RFC 7396: absent properties are unchanged, null removes, objects merge, other values replace. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch
  const merged: Record<string, Json> = isObject(target) ? { ...target } : {}
  for (const name of Object.keys(patch)) {
    const value = patch[name]!
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined
    if (value !== null) set(merged, name, mergePatch(before, value))
    else if (before !== undefined) delete merged[name]
  }
  return merged
}

/** The name may be `__proto__`, for which an assignment would not create a property. */
function set(object: Record<string, Json>, name: string, value: Json) {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
