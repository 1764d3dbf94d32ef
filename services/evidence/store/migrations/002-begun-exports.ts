/** An index of the packages that were begun, in order, of all organizations (store/lost-exports.ts). */
export const evidence002 = {
  name: '002-begun-exports',
  statements: ['create index exports_begun on evidence.exports (id) where version = 1'],
}
