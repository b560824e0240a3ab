import { sql } from 'kysely'
import type { OperatorAlert } from '#contract/admin-business.ts'
import { listAdminEmails } from '#server/domains/accounts/index.ts'
import {
  disputeEvidence,
  findOpenCases,
  oldestWaitingEvent,
  payments,
} from '#server/domains/billing/index.ts'
import { readIncidents } from '#server/domains/engines/index.ts'
import { jobs } from '#server/domains/jobs/index.ts'
import { type Db, type Reader, transact } from '#server/platform/db/index.ts'
import { type Mailer, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import { paths } from '#contract/paths.ts'
import english from '../messages/en.json' with { type: 'json' }

/** To the operator's people, who read English. */
const t = mailTextsIn({ en: english })('en')

/** What alerts look at beside the database. */
export interface AlertSources {
  mailer: Mailer
  site: { name: string; origin: string }
  /** Mails that wait, and those that were given up in the last hour. */
  mailBacklog(): Promise<{ waiting: number; failed: number }>
  /** Bytes of the disk with the data folder. */
  disk(): Promise<{ free: number; total: number }>
}

type Kind = OperatorAlert['kind']

const WAITING_MINUTES = 15
const WAITING_MAILS = 50
const GIGABYTE = 1024 ** 3
const LEAST_FREE = 2 * GIGABYTE
const LEAST_SHARE = 0.05

const minutesSince = (time: Date): number => Math.floor((Date.now() - time.getTime()) / 60_000)

/** Looks for one kind of trouble. @returns it in words; null: there is none */
type Look = (reader: Reader, sources: AlertSources) => Promise<string | null>

const LOOKS: Record<Kind, Look> = {
  async queue(reader) {
    const { rows } = await sql<{ oldest: Date | null; waiting: number }>`
      select min(created_at) as oldest, count(*)::integer as waiting from ${jobs} j
      where status = 'P' and created_at < now() - make_interval(mins => ${WAITING_MINUTES})`.execute(
      reader,
    )
    const { oldest, waiting } = rows[0]!
    return oldest && t('alert.queue', { waiting, minutes: minutesSince(oldest) })
  },
  async engines(reader) {
    const open = (await readIncidents(reader)).filter(({ ended_at: end }) => end === null)
    if (open.length === 0) return null
    return t('alert.engines', {
      count: open.length,
      names: open.map(({ engine }) => engine).join(', '),
    })
  },
  async disk(_reader, { disk }) {
    const { free, total } = await disk()
    if (free >= LEAST_FREE && free >= total * LEAST_SHARE) return null
    return t('alert.disk', { free: (free / GIGABYTE).toFixed(1) })
  },
  async mail(_reader, { mailBacklog }) {
    const { waiting, failed } = await mailBacklog()
    if (failed > 0) return t('alert.mail.failed', { failed })
    return waiting > WAITING_MAILS ? t('alert.mail.waiting', { waiting }) : null
  },
  async payments(reader) {
    const [cases, oldest] = await Promise.all([
      findOpenCases(reader, 100),
      oldestWaitingEvent(reader),
    ])
    if (oldest && minutesSince(oldest) >= WAITING_MINUTES)
      return t('alert.payments.events', { minutes: minutesSince(oldest) })
    return cases.length > 0 ? t('alert.payments.cases', { count: cases.length }) : null
  },
  async disputes(reader) {
    const { count } = await reader
      .selectFrom(payments.as('p'))
      .leftJoin(disputeEvidence.as('sent'), (join) =>
        join
          .onRef('sent.provider', '=', 'p.provider')
          .onRef('sent.dispute_id', '=', 'p.dispute_id'),
      )
      .where('p.dispute_status', '=', 'open')
      // Evidence that the provider refused is none.
      .where((where) =>
        where.or([where('sent.requested_at', 'is', null), where('sent.refused', 'is not', null)]),
      )
      .select(sql<number>`count(*)::integer`.as('count'))
      .executeTakeFirstOrThrow()
    return count > 0 ? t('alert.disputes', { count }) : null
  },
}

const KINDS = Object.keys(LOOKS) as Kind[]

/**
 * For cron: looks for trouble. What is new is told to every administrator by email, once until it is over; what is over is
 * forgotten.
 */
export async function watchAlerts({ db, alerts }: { db: Db; alerts: AlertSources }): Promise<void> {
  for (const kind of KINDS) {
    const text = await LOOKS[kind](db.kysely, alerts)
    if (text === null) {
      await db.kysely.deleteFrom('operator_alerts').where('kind', '=', kind).execute()
      continue
    }
    await transact(db, async (tx) => {
      const { rows } = await sql<{ is_new: boolean }>`
        insert into operator_alerts (kind, text) values (${kind}, ${text})
        on conflict (kind) do update set text = excluded.text
        returning since = now() as is_new`.execute(tx)
      if (!rows[0]!.is_new) return
      for (const to of await listAdminEmails(tx))
        await alerts.mailer.send(tx, alertMail(alerts.site, to, { kind, text }))
    })
  }
}

const alertMail = (
  site: AlertSources['site'],
  to: string,
  { kind, text }: { kind: Kind; text: string },
) =>
  renderMail(
    { ...site, language: 'en' },
    {
      to,
      subject: t(`alert.subject.${kind}`),
      paragraphs: [text],
      button: { label: t('alert.button'), url: site.origin + paths.adminOverview.link() },
      notes: [t('alert.note')],
    },
  )
