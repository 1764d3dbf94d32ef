import { type ReactNode, useState } from 'react'
import { Operator, type Suite, SuiteService } from '../../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import type { System } from '../../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { Action } from '../../components/forms/action.tsx'
import { Cross } from '../../components/forms/dialog.tsx'
import type { Values } from '../../components/forms/values.ts'
import { readable } from '../../language/words.ts'
import { required } from './required.ts'

const OPERATORS: [Operator, string][] = [
  [Operator.LTE, '≤ at most'],
  [Operator.LT, '< less than'],
  [Operator.GTE, '≥ at least'],
  [Operator.GT, '> more than'],
  [Operator.EQ, '= exactly'],
]

/** A threshold as it is edited. */
type Line = { key: number; metricName: string; evalType: string; operator: Operator; value: string }

/** The version that a new one starts from. */
export type PresentSuite = Pick<Suite, 'id' | 'name' | 'version' | 'thresholds'>

/** Makes a suite, or the next version of the current one, starting from its thresholds. */
export function SuiteEditor({
  system,
  present,
  held,
}: {
  system: System
  present: PresentSuite | undefined
  held: boolean
}): ReactNode {
  return (
    <Action
      method={SuiteService.method.createSuite}
      label={present === undefined ? 'New suite' : 'New version'}
      title={present === undefined ? `New suite for ${system.name}` : `New version of ${present.name}`}
      wide
      held={held}
      about={
        present === undefined
          ? 'It says which results a release needs. The first suite of a system is its gate suite.'
          : 'The current version is superseded. Certifications of it do not count for the new one.'
      }
      fields={[
        {
          name: 'name',
          label: 'Suite',
          required: true,
          value: present?.name ?? system.gateSuite ?? 'release',
          hint: 'An existing name creates its next version.',
        },
      ]}
      content={<Lines present={present} />}
      version={present?.version ?? 0}
      request={(values, version) => {
        const name = values.text('name')
        const isShown = present === undefined || name === present.name
        return {
          aiSystemId: system.id,
          name,
          thresholds: thresholdsOf(values),
          expectedVersion: isShown ? version : undefined,
        }
      }}
      done="The suite is recorded."
    />
  )
}

function Lines({ present }: { present: PresentSuite | undefined }): ReactNode {
  const [began] = useState(present)
  const [lines, setLines] = useState<Line[]>(() =>
    (present?.thresholds ?? []).length === 0
      ? [empty(0)]
      : present!.thresholds.map(({ value, ...rest }, key) => ({ ...rest, key, value: String(value) })),
  )
  return (
    <fieldset className="lines">
      <legend>Thresholds</legend>
      {present !== undefined && present.id !== began?.id && <Meanwhile suite={present} />}
      {lines.map((line, index) => (
        <LineInputs
          key={line.key}
          line={line}
          number={index + 1}
          remove={lines.length === 1 ? undefined : () => setLines(lines.filter((one) => one !== line))}
        />
      ))}
      <button
        type="button"
        onClick={() => setLines([...lines, empty(Math.max(...lines.map(({ key }) => key)) + 1)])}
      >
        Add a threshold
      </button>
    </fieldset>
  )
}

/** Shows the version that somebody else recorded while the dialog was open: the version that is sent replaces all of it. */
function Meanwhile({ suite: { version, thresholds } }: { suite: PresentSuite }): ReactNode {
  const texts = thresholds.map(
    (threshold) => `${threshold.metricName} (${readable(threshold.evalType)}) ${required(threshold)}`,
  )
  return (
    <p role="status">
      Version {version} replaces the version that you began with, and yours replaces it: {texts.join('; ')}
    </p>
  )
}

function LineInputs({
  line,
  number,
  remove,
}: {
  line: Line
  number: number
  remove: (() => void) | undefined
}): ReactNode {
  return (
    <div className="line">
      <input
        name="metricName"
        aria-label={`Metric ${number}`}
        placeholder="metric"
        defaultValue={line.metricName}
        required
      />
      <input
        name="evalType"
        aria-label={`Evaluation type ${number}`}
        placeholder="evaluation type"
        defaultValue={line.evalType}
        pattern="[a-z][a-z0-9_]{0,63}"
        title="Lowercase letters, digits and underscores, for example prompt_injection"
        required
      />
      <select name="operator" aria-label={`Operator ${number}`} defaultValue={String(line.operator)}>
        {OPERATORS.map(([operator, words]) => (
          <option key={operator} value={operator}>
            {words}
          </option>
        ))}
      </select>
      <input
        name="value"
        type="number"
        step="any"
        aria-label={`Value ${number}`}
        placeholder="value"
        defaultValue={line.value}
        required
      />
      <button
        type="button"
        className="quiet"
        aria-label={`Remove threshold ${number}`}
        disabled={remove === undefined}
        onClick={remove}
      >
        <Cross />
      </button>
    </div>
  )
}

const empty = (key: number): Line => ({
  key,
  metricName: '',
  evalType: '',
  operator: Operator.LTE,
  value: '',
})

function thresholdsOf(values: Values) {
  const [metrics, types, operators, numbers] = ['metricName', 'evalType', 'operator', 'value'].map((name) =>
    values.all(name),
  )
  return metrics!.map((metricName, index) => ({
    metricName: metricName.trim(),
    evalType: types![index]!.trim(),
    operator: Number(operators![index]) as Operator,
    value: Number(numbers![index]),
  }))
}
