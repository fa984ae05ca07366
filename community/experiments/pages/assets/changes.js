// What the server sends: what has changed in a value since the version that was seen.

function changed(value, change) {
  if (!change) return value;
  if ("is" in change) return change.is;
  const copy = Array.isArray(value) ? [...value, ...change.more] : { ...value };
  for (const [key, part] of Object.entries(change.in)) copy[key] = changed(value[key], part);
  return copy;
}
