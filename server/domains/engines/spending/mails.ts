import { type Mail, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import { paths } from '#contract/paths.ts'
import english from '../messages/en.json' with { type: 'json' }
import type { PauseWarning } from '../service-models/look-at-models.ts'
import type { SpendingWarning } from './record-cost.ts'

/** To the operator's people, who read English. */
const t = mailTextsIn({ en: english })('en')

const MICROS = 1_000_000

const dollars = (micros: number) =>
  (micros / MICROS).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** Tells an administrator that an engine is about to reach its limit of the day. */
export function limitMail(
  site: { name: string; origin: string },
  to: string,
  { engine, spent, limit }: SpendingWarning,
): Mail {
  return renderMail(
    { ...site, language: 'en' },
    {
      to,
      subject: t('limit.subject', { engine, percent: Math.floor((spent / limit) * 100) }),
      paragraphs: [
        t('limit.text', { engine, spent: dollars(spent), limit: dollars(limit) }),
        t('limit.next'),
      ],
      button: { label: t('limit.button'), url: site.origin + paths.adminEngines.link() },
      notes: [],
    },
  )
}

/** Tells an administrator that a model takes no orders because of what its service did. */
export function pauseMail(
  site: { name: string; origin: string },
  to: string,
  { engine, name, pausedBy }: PauseWarning,
): Mail {
  return renderMail(
    { ...site, language: 'en' },
    {
      to,
      subject: t('pause.subject', { name }),
      paragraphs: [
        t(pausedBy === 'ended' ? 'pause.ended' : 'pause.changed', { engine, name }),
        t('pause.next'),
      ],
      button: { label: t('limit.button'), url: site.origin + paths.adminEngines.link() },
      notes: [],
    },
  )
}
