/**
 * An array literal that PostgreSQL reads back exactly: every element is in quotes. Without quotes, white space at the ends of an
 * element is lost, a blank element makes the array invalid, and the text NULL is read as null (PostgreSQL, "Array Input and
 * Output Syntax").
 */
export function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map((value) => `"${String(value).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}
