/**
 * An array as PostgreSQL reads it back exactly: every element in quotes. Without them white space at its ends is lost,
 * a blank element is no array, and the text NULL is none (PostgreSQL, "Array Input and Output Syntax").
 */
export function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
