import { REFERRAL_CREDITS_DAYS } from '#contract/referral-terms.ts'
import { findRecipient, type PersonalSite } from '#server/domains/accounts/index.ts'
import type { Tx } from '#server/platform/db/index.ts'
import { type Mail, mailTextsIn, renderMail } from '#server/platform/mail/index.ts'
import { paths } from '#contract/paths.ts'
import type { ReferralContext } from './context.ts'
import english from './messages/en.json' with { type: 'json' }
import spanish from './messages/es.json' with { type: 'json' }

const texts = mailTextsIn({ en: english, es: spanish })

type MailContext = Pick<ReferralContext, 'mailer' | 'siteOfUser'>

interface Gift {
  to: string
  credits: number
}

function rewardMail(site: PersonalSite, { to, credits }: Gift, side: 'inviter' | 'invited'): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: t('reward.subject', { credits }),
    paragraphs: [
      t(`rewardFor.${side}`, { credits }),
      t('reward.until', { days: REFERRAL_CREDITS_DAYS }),
    ],
    button: { label: t('reward.button'), url: site.origin + paths.account.link() },
    notes: [t('reward.note')],
  })
}

/** Outcome for one side's credits of a referral whose payment went back. */
export interface TakenBack {
  userId: string
  /** Unspent, so taken. */
  credits: number
  /** Spent, so missing. */
  spent: number
}

function takenBackMail(
  site: PersonalSite,
  { to, credits, spent }: Omit<TakenBack, 'userId'> & { to: string },
): Mail {
  const t = texts(site.language)
  return renderMail(site, {
    to,
    subject: credits > 0 ? t('takenBack.subject', { credits }) : t('takenBack.noneLeft'),
    paragraphs: [
      t('takenBack.why'),
      ...(credits > 0 ? [t('takenBack.text', { credits })] : []),
      ...(spent > 0 ? [t('takenBack.spent', { spent })] : []),
    ],
    button: { label: t('takenBack.button'), url: site.origin + paths.billing.link() },
    notes: [],
  })
}

async function send(
  { mailer, siteOfUser }: MailContext,
  tx: Tx,
  userId: string,
  write: (site: PersonalSite, to: string) => Mail,
): Promise<void> {
  const user = await findRecipient(tx, userId)
  if (user) await mailer.send(tx, write(siteOfUser(user), user.email))
}

/** Tells one side of a referral what it brought, in the transaction that grants it. */
export const mailReward = (
  context: MailContext,
  tx: Tx,
  { userId, side, credits }: { userId: string; side: 'inviter' | 'invited'; credits: number },
): Promise<void> => send(context, tx, userId, (site, to) => rewardMail(site, { to, credits }, side))

/** Tells one side of a referral what was taken back, in the transaction that takes it. */
export const mailTakenBack = (
  context: MailContext,
  tx: Tx,
  { userId, ...taken }: TakenBack,
): Promise<void> => send(context, tx, userId, (site, to) => takenBackMail(site, { to, ...taken }))
