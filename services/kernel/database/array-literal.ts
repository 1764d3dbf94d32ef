/** A PostgreSQL array literal of values that need no quoting: UUIDs and numbers. */
export function array(values: readonly (string | number)[]): string {
  return `{${values.join(',')}}`
}

/**
 * An array literal that PostgreSQL reads back exactly: every element is in quotes. Without quotes, white space at the ends of an
 * element is lost, a blank element makes the array invalid, and the text NULL is read as null (PostgreSQL, "Array Input and
 * Output Syntax").
 */
export function quotedArray(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
