import { findRecipient, type PersonalSite } from '#server/domains/accounts/index.ts'
import type { Mail } from '#server/platform/mail/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { notify } from '../notifications/notify.ts'
import type { ReportRow, TakedownRow } from './rows.ts'
import { ownerMail, reporterMail } from './mails.ts'

type TellDeps = Pick<CommunityDeps, 'mailer' | 'siteOfUser' | 'events'>
type Write = (site: PersonalSite, to: string) => Mail

/** The account of a creator; null for one that is no account. */
export async function ownerOf(tx: Tx, creatorId: string | null): Promise<string | null> {
  if (creatorId === null) return null
  const row = await tx
    .selectFrom('community_creators')
    .select('user_id')
    .where('id', '=', creatorId)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Writes to an account, in its language. */
export async function writeToUser(
  { mailer, siteOfUser }: TellDeps,
  tx: Tx,
  userId: string,
  write: Write,
): Promise<void> {
  const recipient = await findRecipient(tx, userId)
  if (recipient) await mailer.send(tx, write(siteOfUser(recipient), recipient.email))
}

/** Writes to who sent a report: to their account, or to the address that they left. */
export async function writeToReporter(
  deps: TellDeps,
  tx: Tx,
  report: Pick<ReportRow, 'user_id' | 'email' | 'language'>,
  write: Write,
): Promise<void> {
  const { user_id: userId, email, language } = report
  if (userId !== null) return writeToUser(deps, tx, userId, write)
  if (email === null) return
  const site = deps.siteOfUser({ brand: null, language })
  await deps.mailer.send(tx, write(site, email))
}

/** The statement of reasons for who published it; a report that changed nothing is not told of. */
export async function tellOwner(deps: TellDeps, tx: Tx, takedown: TakedownRow): Promise<void> {
  if (takedown.action === 'keep' && !takedown.automated) return
  const owner = await ownerOf(tx, takedown.creator_id)
  if (owner === null) return
  await notify(deps, tx, { userId: owner, kind: 'takedown', takedownId: takedown.id })
  if (takedown.action === 'keep') return
  await writeToUser(deps, tx, owner, (site, to) =>
    ownerMail(site, to, { ...takedown, key: takedown.owner_key }),
  )
}

/** Tells a reporter what was decided. */
export async function tellReporter(
  deps: TellDeps,
  tx: Tx,
  takedown: TakedownRow,
  report: ReportRow,
): Promise<void> {
  if (report.user_id !== null)
    await notify(deps, tx, {
      userId: report.user_id,
      kind: 'report',
      reportId: report.id,
      takedownId: takedown.id,
    })
  await writeToReporter(deps, tx, report, (site, to) =>
    reporterMail(site, to, { ...takedown, key: report.reporter_key }),
  )
}
