import type { UnsaidQuote } from '#contract/quotes.ts'
import type { FoundFace } from '#server/engines/spec/index.ts'
import { AppError, type FieldErrors, invalidField } from '#server/platform/errors.ts'
import { inEnglish, t, type Text } from '#server/texts/index.ts'
import { judgePair, judgeSource, judgeTarget } from '../../inputs/judge-faces.ts'

/** Faces by their numbers. */
export interface FacePair {
  source: number
  target: number
}

/** How a request names faces. */
export interface AskedFaces {
  source_face?: number | undefined
  target_face?: number | undefined
  pairs?: FacePair[] | undefined
}

/** The pairs that a request asks for; the largest faces when it names none. */
export const pairsOf = ({ source_face = 0, target_face = 0, pairs }: AskedFaces): FacePair[] =>
  pairs ?? [{ source: source_face, target: target_face }]

/** @throws {AppError} `invalid` naming the field, when two ways to name faces are mixed or a face gets two others */
export function checkNames({ source_face, target_face, pairs }: AskedFaces): void {
  if (!pairs) return
  if (source_face !== undefined || target_face !== undefined)
    throw invalidField('pairs', t('jobs.notWithFaces'))
  if (new Set(pairs.map(({ target }) => target)).size < pairs.length)
    throw invalidField('pairs', t('jobs.targetsOnce'))
}

/**
 * Checks the pairs against the faces that were found.
 * @param by who swaps them: our own engine or a service
 * @returns what would make the result better
 * @throws {AppError} `invalid` naming every field whose face is not there or cannot be swapped
 */
export function checkPairs(
  asked: AskedFaces,
  faces: { source: readonly FoundFace[]; target: readonly FoundFace[] },
  by: 'own' | 'service',
): UnsaidQuote['warnings'] {
  const fields: FieldErrors = {}
  const refuse = (field: string, said: Text) => (fields[field] ??= []).push(said)
  const warnings = new Map<string, UnsaidQuote['warnings'][number]>()
  for (const side of ['source', 'target'] as const) {
    if (faces[side].length === 0) refuse(`${side}_image`, t('common.noFaceFound'))
  }
  if (Object.keys(fields).length === 0) {
    for (const pair of pairsOf(asked)) {
      const found = (['source', 'target'] as const).map((side) => {
        const face = faces[side][pair[side]]
        const field = asked.pairs ? 'pairs' : `${side}_face`
        const number = pair[side] + 1
        if (!face) refuse(field, t('jobs.noSuchFace', { side, number }))
        const said = face && (side === 'source' ? judgeSource(face) : judgeTarget(face))
        if (said) refuse(field, t('jobs.ofFace', { side, number, said }))
        return said ? undefined : face
      })
      const [source, target] = found
      if (!source || !target) continue
      const judged = judgePair(source, target, by)
      if (judged.problem !== null) refuse(asked.pairs ? 'pairs' : 'source_face', judged.problem)
      for (const warning of judged.warnings) warnings.set(inEnglish(warning.message), warning)
    }
  }
  const names = Object.keys(fields)
  if (names.length > 0)
    throw new AppError('invalid', `Not possible: ${names.join(', ')}`, { fields })
  return [...warnings.values()]
}
