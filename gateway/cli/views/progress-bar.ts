/**
 * Draws a progress bar on a terminal, at most ten times a second; nothing elsewhere. The expected size is an estimate: the bar
 * does not reach its end before `done`.
 */
export function progressBar(stream: NodeJS.WriteStream, now: () => number = Date.now): ProgressBar {
  let drawn = 0
  let wide = 0
  const draw = (line: string): void => {
    stream.write(`\r${line.padEnd(wide)}`)
    wide = line.length
  }
  return {
    at: (bytes, expected) => {
      if (!stream.isTTY || now() - drawn < 100) return
      drawn = now()
      const share = expected > 0 ? Math.min(bytes / expected, 0.99) : 0
      const full = Math.round(share * WIDTH)
      const bar = `[${'='.repeat(full)}${' '.repeat(WIDTH - full)}]`
      draw(`${bar} ${String(Math.floor(share * 100)).padStart(3)} %  ${mebibytes(bytes)}`)
    },
    done: () => {
      if (stream.isTTY && wide > 0) stream.write(`\r${' '.repeat(wide)}\r`)
      wide = 0
    },
  }
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

const WIDTH = 40

type ProgressBar = {
  at(bytes: number, expected: number): void
  /** Clears the line. */
  done(): void
}
