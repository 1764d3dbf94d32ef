import { isObject } from '../../../../../../kernel/json/is-object.ts'

/**
 * Returns a function that tells which objects are alerts themselves. Paths walk lists, so a product also recognises an object that
 * holds its alerts in a list. Such an object is an envelope.
 */
export function exceptListsOfAlerts(recognised: (value: unknown) => boolean): (value: unknown) => boolean {
  const known = new Map<unknown, boolean>()
  return (value) => {
    if (!isObject(value)) return false
    let isAlert = known.get(value)
    if (isAlert === undefined) {
      isAlert = recognised(value) && !holdsList(value, recognised)
      known.set(value, isAlert)
    }
    return isAlert
  }
}

/** Whether an object is recognised by a list alone, which has several objects of which one is recognised by itself. */
function holdsList(value: { [key: string]: unknown }, recognised: (value: unknown) => boolean): boolean {
  return Object.entries(value).some(([key, list]) => {
    if (!Array.isArray(list) || list.length < 2 || !isObject(list[0])) return false
    return recognised({ [key]: list }) && list.filter(isObject).length > 1 && list.some(recognised)
  })
}
