import type { z } from 'zod'
import { AccountExport } from '#contract/account.ts'
import type { UnsaidCreditEntry } from '#contract/credits.ts'
import { everyItem } from '#server/platform/keyset.ts'
import { inEnglish, sayAnswer } from '#server/texts/index.ts'
import type { PrivacyContext } from './context.ts'

const PAGE = 100

const json = (value: unknown): string => JSON.stringify(value, null, 1)

/** A list of any length as a JSON array, one item after the other. */
async function* array(
  items: AsyncIterable<unknown>,
  say: (item: unknown) => unknown,
): AsyncGenerator<string, void> {
  let before = '['
  for await (const item of items) {
    yield `${before}\n${json(say(item))}`
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

type Lists = Pick<
  AccountExport,
  | 'statement'
  | 'jobs'
  | 'grids'
  | 'wildcards'
  | 'presets'
  | 'pinned_prompts'
  | 'uploads'
  | 'trials'
  | 'editor_projects'
  | 'trainings'
  | 'model_shares'
  | 'headshots'
  | 'proposals'
  | 'packs'
  | 'pack_runs'
  | 'consents'
  | 'age_statements'
  | 'api_keys'
  | 'webhook_endpoints'
  | 'tickets'
>

/**
 * Everything that is stored about somebody, as the text of one JSON object (`AccountExport`), read while it is sent.
 */
export async function* exportAccount(
  {
    accounts,
    billing,
    credits,
    jobs,
    prompts,
    uploads,
    projects,
    studios,
    packs,
    headshots,
    consents,
    community,
    trials,
    keys,
    webhooks,
    support,
    referrals,
    lifecycle,
    announcements,
    clusters,
    admin: { notes },
  }: PrivacyContext,
  userId: string,
): AsyncGenerator<string, void> {
  const { balance, held, lots } = await credits.statement(userId, { limit: 1 })
  const single: Omit<z.input<typeof AccountExport>, keyof Lists> = {
    exported_at: new Date().toISOString(),
    ...(await accounts.describe(userId)),
    mails: await accounts.mailChoiceOf(userId),
    mails_sent: await lifecycle.allOf(userId),
    announcements: await announcements.dismissedBy(userId),
    billing: await billing.stateOf(userId),
    withdrawals: await billing.withdrawalsOf(userId),
    payment_risks: await billing.chargesOf(userId),
    dispute_evidence: (await billing.evidenceOf(userId)).map(({ evidence, ...sent }) => ({
      ...sent,
      evidence: { ...evidence },
    })),
    referrals: await referrals.exportOf(userId),
    network_addresses: await clusters.addressesOf(userId),
    linked_account_decisions: await clusters.decisionsOf(userId),
    credits: { balance, held, lots },
    community: await community.allOf(userId),
    notes: (await notes.allOf(userId)).map(({ text, created_at: at }) => ({
      text,
      created_at: at,
    })),
  }
  const { email, email_verified: emailVerified } = single.profile
  const lists: Record<keyof Lists, AsyncIterable<unknown>> = {
    statement: everyItem<UnsaidCreditEntry>((cursor) =>
      credits.statement(userId, { limit: PAGE, cursor }),
    ),
    jobs: jobs.allOf(userId),
    grids: jobs.gridsOf(userId),
    uploads: uploads.allOf(userId),
    trials: trials.allOf(userId),
    editor_projects: projects.allOf(userId),
    trainings: studios.allOf(userId),
    model_shares: studios.sharesOf({ userId, email, emailVerified }),
    headshots: headshots.allOf(userId),
    proposals: jobs.proposalsOf(userId),
    wildcards: prompts.wildcardsOf(userId),
    presets: prompts.presetsOf(userId),
    pinned_prompts: prompts.pinnedPromptsOf(userId),
    packs: packs.packsOf(userId),
    pack_runs: packs.runsOf(userId),
    consents: consents.allOf(userId),
    age_statements: consents.statementsOf(userId),
    api_keys: keys.allOf(userId),
    webhook_endpoints: webhooks.allOf(userId),
    tickets: support.allOf(userId),
  }
  yield json(sayAnswer(AccountExport)(single, inEnglish)).slice(0, -2)
  for (const [name, items] of Object.entries(lists)) {
    const say = sayAnswer(AccountExport.shape[name as keyof Lists].element)
    yield `,\n${json(name)}: `
    yield* array(items, (item) => say(item, inEnglish))
  }
  yield '\n}\n'
}
