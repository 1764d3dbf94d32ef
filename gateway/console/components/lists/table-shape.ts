/** The widths below which the rows of a table are cards, for a table with few columns and for one with many. */
const FEW = 540
const MANY = 860
/** From this number of cells in a row on, a table needs the greater width. */
const MANY_CELLS = 6

/** Returns the `ref` for the element around a table, which has the class `cards` while it is narrow. */
export const shapeOf = (cells: number): ((place: HTMLElement) => () => void) =>
  cells < MANY_CELLS ? few : many

const few = narrowBelow(FEW)
const many = narrowBelow(MANY)

function narrowBelow(width: number) {
  return (place: HTMLElement): (() => void) => {
    const shape = (): void => {
      place.classList.toggle('cards', place.clientWidth < width)
    }
    const observer = new ResizeObserver(shape)
    observer.observe(place)
    shape()
    return () => observer.disconnect()
  }
}
