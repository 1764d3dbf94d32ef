/**
 * Formats a number with its noun: `1 decision`, `2 decisions`.
 *
 * @param {number | undefined} count
 * @param {string} one
 * @param {string} [many]
 */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`
}
