import { valueAt, valuesAt } from '../../fields.ts'

/** Reads the entry of a list that has a label: `labelled('tags', 'key', 'level', word('value'))`. */
export function labelled<T>(list: string, path: string, label: string, read: (entry: unknown) => T) {
  return (alert: unknown): T => read(valuesAt(alert, list).find((entry) => valueAt(entry, path) === label))
}
