import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { SUBJECT } from '#contract/values/jobs/pack-shot.ts'
import type { PackInput, PackKind } from '#contract/packs.ts'
import { STYLES } from '#contract/styles.ts'
import type { Moderation, PromptChecker } from '#server/domains/moderation/index.ts'
import { AppError, type FieldErrors } from '#server/platform/errors.ts'
import { isStorableText } from '#server/platform/storable-text.ts'
import { t, type Text } from '#server/texts/index.ts'

/** @throws {AppError} `invalid` naming what does not fit: of a shot its place, from 1, and its field */
export async function checkPack(
  moderation: Moderation,
  kind: PackKind,
  {
    title,
    description,
    subject,
    shots,
  }: Pick<PackInput, 'title' | 'description' | 'subject' | 'shots'>,
): Promise<void> {
  const checker = moderation.ofMany()
  const fields: FieldErrors = {}
  const texts = { title, description }
  for (const [field, text] of Object.entries(texts)) {
    if (!isStorableText(text)) fields[field] = [t('common.noNullCharacters')]
    else if (text !== '') {
      const verdict = await checker.checkPrompt(text)
      if (!verdict.allowed) fields[field] = [verdict.message]
    }
  }
  const problems: Text[] = []
  for (const [index, shot] of shots.entries())
    for (const [field, said] of await checkShot(checker, { kind, subject, shot }))
      problems.push(t('common.ofField', { path: `${index + 1}.${field}`, said }))
  if (problems.length > 0) fields['shots'] = problems
  if (Object.keys(fields).length > 0)
    throw new AppError('invalid', 'This pack does not fit', { fields })
}

async function checkShot(
  checker: PromptChecker,
  { kind, subject, shot }: { kind: PackKind; subject: string; shot: PackInput['shots'][number] },
): Promise<[field: string, said: Text][]> {
  const problems: [string, Text][] = []
  const named = shot.prompt.includes(SUBJECT)
  if (subject !== 'none' && !named)
    problems.push(['prompt', t('jobs.sayWhereSubject', { mark: SUBJECT })])
  if (subject === 'none' && named)
    problems.push(['prompt', t('packs.noSubjectMark', { mark: SUBJECT })])
  if (!isStorableText(shot.prompt) || !isStorableText(shot.negative_prompt))
    problems.push(['prompt', t('common.noNullCharacters')])
  const verdict = await checker.checkPrompt(shot.prompt)
  const ofPerson =
    subject === 'person' && verdict.allowed
      ? await checker.checkLikeness(shot.prompt, shot.negative_prompt)
      : verdict
  if (!ofPerson.allowed) problems.push(['prompt', ofPerson.message])
  if (shot.style !== undefined && !STYLES.some(({ id }) => id === shot.style))
    problems.push(['style', t('jobs.noSuchStyle')])
  for (const edge of ['width', 'height'] as const)
    if ((shot[edge] ?? 0) % LIMITS.size.step !== 0)
      problems.push([edge, t('jobs.multipleOf', { number: LIMITS.size.step })])
  const strange = kind === 'photo' ? (['motion', 'duration'] as const) : (['style'] as const)
  for (const field of strange)
    if (shot[field] !== undefined) problems.push([field, t('packs.otherKindOfPack')])
  if (kind === 'video' && shot.negative_prompt !== '')
    problems.push(['negative_prompt', t('packs.otherKindOfPack')])
  return problems
}
