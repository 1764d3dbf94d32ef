/**
 * Returns a date or a number of Intl without its invisible direction marks, which some locales have. Every text of a page shows such
 * marks as code points (visible.ts).
 */
export const withoutMarks = (text: string): string => text.replace(/[\u061c\u200e\u200f]/g, '')
