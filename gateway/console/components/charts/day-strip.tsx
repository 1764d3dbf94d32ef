import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'

/** One square per day, in the order of time. A square has a dark edge where both answers were given on that day. */
export function DayStrip({
  days,
  about,
}: {
  days: readonly { day: string; tone: 'good' | 'bad'; mixed: boolean }[]
  about: string
}): ReactNode {
  const width = Math.max(days.length, 1) * DAY_SIZE
  return (
    <div className="strip">
      <span>{days[0]?.day}</span>
      <Picture about={about} width={width} height={DAY_SIZE} isFixed>
        {days.map(({ day, tone, mixed }, i) => (
          <rect
            key={day}
            className={`${tone} ${mixed ? 'mixed' : ''}`}
            x={i * DAY_SIZE + 1}
            y={tone === 'good' ? DAY_SIZE / 2 - 5 : DAY_SIZE / 2 - 7}
            width={DAY_SIZE - 3}
            height={tone === 'good' ? 10 : 14}
            rx="2"
          >
            <title>{`${day}: ${tone === 'good' ? 'pass' : 'block'}`}</title>
          </rect>
        ))}
      </Picture>
      {days.length > 1 && <span>{days.at(-1)!.day}</span>}
    </div>
  )
}

const DAY_SIZE = 16
