import type { ReactNode } from 'react'
import type { ReviewResponse } from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { SuiteOutcomeSchema } from '../../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { withSigns } from '../../../../services/kernel/values/operator-signs.ts'
import { EnumBadge } from '../../components/badge.tsx'
import { Code } from '../../components/page.tsx'
import { sentence } from '../../language/words.ts'
import { required } from './required.ts'

/** The exact subject of a certification or an attestation. */
export function Reviewed({ review, certifying }: { review: ReviewResponse; certifying: boolean }): ReactNode {
  return (
    <div className="review">
      {certifying && <Points title="Certifying would be refused" points={review.obstacles} tone="bad" />}
      <Points title="Changed since the newest certification" points={review.changes} tone="warn" />
      <h3>
        {review.suiteName === '' ? 'No suite' : `${review.suiteName}, version ${review.suiteVersion}`}{' '}
        <EnumBadge schema={SuiteOutcomeSchema} value={review.outcome} />
      </h3>
      <ul>
        {review.thresholds.map(({ threshold, metricValue, satisfied }) => (
          <li key={`${threshold?.metricName} ${threshold?.evalType}`}>
            <bdi>{threshold?.metricName}</bdi> {threshold && required(threshold)}:{' '}
            {metricValue ?? 'no result'}
            {satisfied ? '' : ' (not met)'}
          </li>
        ))}
      </ul>
      <h3>Agents</h3>
      {review.agents.length === 0 && <p className="muted">None.</p>}
      <ul>
        {review.agents.map(({ profileId, agentIdentity, modelName, modelVersion, promptVersion, tools }) => (
          <li key={profileId}>
            <strong>{agentIdentity}</strong>: model{' '}
            {[modelName, modelVersion].filter(Boolean).join(' ') || 'not named'}, prompt{' '}
            {promptVersion || 'not named'}, tools {tools.join(', ') || 'none'}
          </li>
        ))}
      </ul>
      {review.attestationRoles.length > 0 && <p>Must attest: {review.attestationRoles.join(', ')}</p>}
      <p className="muted">
        Hash of the state shown here <Code value={review.reviewedHash} />
      </p>
    </div>
  )
}

function Points({ title, points, tone }: { title: string; points: string[]; tone: string }): ReactNode {
  if (points.length === 0) return null
  return (
    <div className={`notice ${tone}`}>
      <strong>{title}</strong>
      <ul>
        {points.map((point) => (
          <li key={point}>{sentence(withSigns(point))}</li>
        ))}
      </ul>
    </div>
  )
}
