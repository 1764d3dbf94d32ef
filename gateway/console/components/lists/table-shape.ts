/** The places of tables, with the widths below which rows are cards. */
const FEW = 540
const MANY = 860
/** From so many cells on a table needs the greater width. */
const MANY_CELLS = 6

/** As the `ref` of the place of a table: gives it the class `cards` while it is narrow. */
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
