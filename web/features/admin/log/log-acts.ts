import type { AuditEntry } from '#contract/admin.ts'
import type { SetupStepName } from '#contract/setup.ts'
import { formatCredits, formatMoney, formatTime } from '#web/lib/format.ts'
import { brandFieldName } from '../settings/brand-fields.ts'
import { choiceLabel, settingName } from '../settings/setting-groups.ts'
import { STEP_TITLES } from '../overview/step-titles.ts'
import { LIMIT_FIELDS } from '../components/own-limit-fields.ts'

/** An entry as its sentence needs it. */
interface Facts {
  /** Email of the person it was done to, or words for one whose account is gone. */
  whom: string
  subject: string
  /** A detail as text; empty where there is none. */
  text(name: string): string
  number(name: string): number
}

interface Act {
  /** In the choice of acts. */
  label: string
  /** Follows the name of who did it. */
  said(facts: Facts): string
}

const said = (label: string, phrase: (facts: Facts) => string): Act => ({ label, said: phrase })

/** A count without its sign. */
const credits = ({ number }: Facts): string => formatCredits(Math.abs(number('amount')))

const adjusted = (facts: Facts, give: string, take: string): string =>
  facts.number('amount') < 0
    ? `${take} ${credits(facts)} from ${facts.whom}`
    : `${give} ${credits(facts)} to ${facts.whom}`

const planOf = ({ text }: Facts): string => {
  const [plan, period] = [text('plan'), text('period')]
  return period === '' ? `the ${plan} plan` : `the ${period} ${plan} plan`
}

const money = ({ number, text }: Facts): string =>
  formatMoney(number('amount'), text('currency') || 'usd')

const quoted = (text: string): string => `“${text}”`

/** A value of a setting in a sentence: a choice by its label, in quotation marks. */
function settingValue(name: string, value: string): string {
  const label = choiceLabel(name, value)
  return label === undefined ? value : quoted(label)
}

const settingTo = ({ subject, text }: Facts): string => {
  const [from, to] = [text('from'), text('to')]
  const name = quoted(settingName(subject))
  if (from === '' && to === '') return `changed ${name}`
  const next = to === '' ? 'its default' : settingValue(subject, to)
  if (from === '') return `set ${name} to ${next}`
  return `changed ${name} from ${settingValue(subject, from)} to ${next}`
}

/** Fields of a brand, which stand with commas between them. */
const brandChange = ({ subject, text }: Facts): string => {
  const what = text('what')
  if (what === 'undo') return `undid the last change of the brand ${subject}`
  const fields = what.split(', ').map(brandFieldName)
  return `changed the brand ${subject}: ${fields.join(', ')}`
}

/** Details that are settings, each with its new value. */
const settingsIn = (text: string): string => {
  try {
    return Object.entries(JSON.parse(text) as Record<string, string | null>)
      .map(
        ([name, value]) =>
          `${quoted(settingName(name))} to ${value === null ? 'its default' : settingValue(name, value)}`,
      )
      .join(', ')
  } catch {
    return 'settings'
  }
}

/** Every act that can be in the log. */
export const ACTS: Record<string, Act> = {
  adjustment_requested: said('Asked for an adjustment', (f) =>
    adjusted(f, 'asked to give', 'asked to take'),
  ),
  adjustment_done: said('Adjusted credits', (f) => adjusted(f, 'gave', 'took')),
  adjustment_refused: said('Refused an adjustment', (f) =>
    adjusted(f, 'refused to give', 'refused to take'),
  ),
  forgiving_requested: said(
    'Asked to forgive spent credits',
    (f) => `asked to forgive ${f.whom} ${credits(f)}`,
  ),
  debt_forgiven: said('Forgave spent credits', (f) => `forgave ${f.whom} ${credits(f)}`),
  forgiving_refused: said(
    'Refused to forgive spent credits',
    (f) => `refused to forgive ${f.whom} ${credits(f)}`,
  ),
  plan_requested: said('Asked for a plan', (f) => `asked to give ${f.whom} ${planOf(f)}`),
  plan_given: said('Gave a plan', (f) => `gave ${f.whom} ${planOf(f)}`),
  plan_refused: said('Refused a plan', (f) => `refused to give ${f.whom} ${planOf(f)}`),
  refund_requested: said('Gave money back', (f) => `gave ${money(f)} back to ${f.whom}`),
  case_resolved: said('Looked at a case', (f) => `settled a case of payments of ${f.whom}`),
  dispute_evidence_sent: said(
    'Sent evidence for a disputed payment',
    (f) => `sent evidence for a disputed payment of ${f.whom}`,
  ),
  ticket_answered: said('Answered a ticket', (f) => `answered the ticket of ${f.whom}`),
  ticket_closed: said('Closed a ticket', (f) => `closed the ticket of ${f.whom}`),
  ticket_taken: said('Took a ticket', (f) => `took the ticket of ${f.whom}`),
  ticket_handed_back: said('Handed a ticket back', (f) => `handed back the ticket of ${f.whom}`),
  ticket_job_viewed: said(
    'Looked at the job of a ticket',
    (f) => `looked at the job that a ticket of ${f.whom} is about`,
  ),
  person_changed: said('Changed a person', (f) => `changed the account of ${f.whom}`),
  person_banned: said('Banned a person', ({ whom, text }) => {
    const until = text('until')
    return until === '' ? `banned ${whom}` : `banned ${whom} until ${formatTime(until)}`
  }),
  person_unbanned: said('Lifted a ban', (f) => `lifted the ban of ${f.whom}`),
  person_deleted: said('Deleted an account', () => 'deleted an account'),
  person_limited: said('Limited an account', (f) => `limited the account of ${f.whom}`),
  own_limits_set: said('Set own limits', (f) => `gave ${f.whom} limits of their own: ${limits(f)}`),
  own_limits_removed: said(
    'Removed own limits',
    (f) => `put ${f.whom} back to the limits of the plan`,
  ),
  person_unlimited: said('Lifted the limit of an account', (f) => `lifted the limit of ${f.whom}`),
  person_marked_fine: said(
    'Marked linked accounts as fine',
    (f) => `marked ${f.whom} and the accounts linked to it as fine`,
  ),
  person_unmarked: said(
    'Took back that linked accounts are fine',
    (f) => `took back that ${f.whom} and the accounts linked to it are fine`,
  ),
  cluster_decision_undone: said(
    'Undid a decision about linked accounts',
    () => 'undid a decision about linked accounts',
  ),
  person_viewed: said(
    'Looked at the site as a person',
    (f) => `looked at the site as ${f.whom} sees it`,
  ),
  person_view_closed: said(
    'Stopped looking at the site as a person',
    (f) => `stopped looking at the site as ${f.whom}`,
  ),
  second_factor_reset: said(
    'Reset a two-factor login',
    (f) => `reset the two-factor login of ${f.whom}`,
  ),
  invitation_made: said('Invited somebody', () => 'invited somebody'),
  invitation_revoked: said('Withdrew an invitation', () => 'withdrew an invitation'),
  promotion_made: said('Made a promotion', (f) => `made the promotion ${f.text('code')}`),
  promotion_ended: said('Ended a promotion', () => 'ended a promotion'),
  setting_changed: said('Changed a setting', settingTo),
  setting_planned: said('Planned a change of settings', ({ text }) => {
    const at = text('starts_at')
    const changes = `planned to set ${settingsIn(text('changes'))}`
    return at === '' ? changes : `${changes}, from ${formatTime(at)} on`
  }),
  setting_plan_canceled: said(
    'Canceled a planned change of settings',
    () => 'canceled a planned change of settings',
  ),
  brand_changed: said('Changed a brand', brandChange),
  site_picture_changed: said(
    'Changed an image of the site',
    (f) => `changed the image ${quoted(f.subject)} of the site`,
  ),
  site_pictures_redrawn: said('Had images of the site drawn again', (f) =>
    f.text('count') === '1'
      ? 'had an image of the site drawn again'
      : `had ${f.text('count')} images of the site drawn again`,
  ),
  mail_changed: said(
    'Changed the texts of an email',
    (f) => `changed the texts of the email ${quoted(f.subject.replaceAll('_', ' '))}`,
  ),
  pack_published: said('Published a pack', (f) => `published the pack ${quoted(f.text('title'))}`),
  pack_undone: said(
    'Went back to the version of a pack before',
    (f) => `published the version before of the pack ${quoted(f.text('title'))} again`,
  ),
  pack_withdrawn: said('Withdrew a pack', (f) => `withdrew the pack ${quoted(f.text('title'))}`),
  pack_restored: said(
    'Offered a pack again',
    (f) => `offered the pack ${quoted(f.text('title'))} again`,
  ),
  studio_changed: said('Changed a public studio', () => 'changed how a public studio is shown'),
  announcement_made: said('Made an announcement', (f) => `announced ${quoted(f.text('text'))}`),
  announcement_changed: said(
    'Changed an announcement',
    (f) => `changed the announcement ${quoted(f.text('text'))}`,
  ),
  announcement_ended: said(
    'Ended an announcement',
    (f) => `ended the announcement ${quoted(f.text('text'))}`,
  ),
  engine_added: said('Added an engine', (f) => `added the engine ${f.subject}`),
  engine_changed: said('Changed an engine', (f) => `changed the engine ${f.subject}`),
  engine_samples_wanted: said('Had samples drawn', (f) => `had samples drawn by ${f.subject}`),
  engine_order_changed: said(
    'Changed which engine does what',
    (f) => `changed which engines do ${f.subject}`,
  ),
  engine_paused: said('Paused an engine', (f) => `paused the engine ${f.subject}`),
  engine_drained: said('Drained an engine', (f) => `drained the engine ${f.subject}`),
  engine_resumed: said('Resumed an engine', (f) => `resumed the engine ${f.subject}`),
  engine_removed: said('Removed an engine', (f) => `removed the engine ${f.subject}`),
  service_model_added: said('Added a model of a service', (f) => `added the model ${f.subject}`),
  service_model_changed: said(
    'Changed a model of a service',
    (f) => `changed the model ${f.subject}`,
  ),
  service_model_tried: said('Tried a model of a service', (f) => `tried the model ${f.subject}`),
  service_model_offered: said(
    'Offered a model of a service',
    (f) => `offered the model ${f.subject}`,
  ),
  service_model_paused: said('Paused a model of a service', (f) => `paused the model ${f.subject}`),
  service_model_removed: said(
    'Removed a model of a service',
    (f) => `removed the model ${f.subject}`,
  ),
  service_models_imported: said(
    'Imported models of a service',
    (f) => `imported models of ${f.subject}`,
  ),
  model_added: said('Added a model', (f) => `added the model ${f.subject}`),
  model_canceled: said('Stopped fetching a model', (f) => `stopped fetching ${f.subject}`),
  model_removed: said('Removed a model', (f) => `removed the model ${f.subject}`),
  network_switched: said(
    'Switched a network of the tools',
    (f) => `switched ${f.subject} ${f.text('on') === 'true' ? 'on' : 'off'}`,
  ),
  model_share_offered: said('Offered a trained model', (f) => `offered a model to ${f.whom}`),
  model_share_accepted: said('Accepted a shared model', () => 'accepted a shared model'),
  model_share_declined: said('Declined a shared model', () => 'declined a shared model'),
  model_share_ended: said(
    'Ended the sharing of a model',
    (f) => `ended the sharing of a model with ${f.whom}`,
  ),
  publication_draft: said('Took a publication back', (f) => `made ${item(f)} a draft`),
  publication_scanning: said('Handed in a publication', (f) => `handed in ${item(f)}`),
  publication_published: said('Published something', (f) => `published ${item(f)}`),
  publication_hidden: said('Hid a publication', (f) => `hid ${item(f)}`),
  publication_withdrawn: said('Withdrew a publication', (f) => `withdrew ${item(f)}`),
  publication_removed: said('Removed a publication', (f) => `removed ${item(f)}`),
  report_filed: said('Reported something', (f) => `reported ${item(f)}`),
  report_decided: said('Decided a report', (f) => `decided a report: ${f.text('action')}`),
  appeal_filed: said('Appealed a decision', () => 'appealed a decision'),
  appeal_decided: said('Decided an appeal', (f) => `decided an appeal: ${f.text('action')}`),
  controlnet_published: said('Published a ControlNet model', () => 'published a ControlNet model'),
  model_version_deleted: said(
    'Deleted a version of a model',
    (f) => `deleted a version of a model of ${f.whom}`,
  ),
  set_aside_tried_again: said(
    'Had a failed task tried again',
    (f) => `had a failed task tried again (${f.text('kind')})`,
  ),
  backup_made: said('Backed up the database', () => 'backed up the database'),
  setup_step_marked: said(
    'Went through a step of the setup',
    ({ subject }) =>
      `went through the step ${quoted(STEP_TITLES[subject as SetupStepName] ?? subject)} of the setup`,
  ),
}

/** Limits that were set, such as `2 jobs in the queue, 50 MB of uploads`. */
function limits({ text, number }: Facts): string {
  return LIMIT_FIELDS.filter(({ name }) => text(name) !== '')
    .map(({ name, said: inWords }) => inWords(number(name)))
    .join(', ')
}

/** An image, a model or whatever else is published, with the word for it. */
function item({ text }: Facts): string {
  const kind = text('kind').replaceAll('_', ' ')
  return kind === '' ? 'a publication' : `a publication (${kind})`
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const factsOf = ({ email, user, subject, data }: AuditEntry): Facts => ({
  whom: email ?? (user === null ? 'somebody' : 'a deleted account'),
  subject: subject ?? '',
  text: (name) => textOf(data[name]),
  number: (name) => Number(data[name] ?? 0),
})

/** An entry in one sentence, such as `ada@example.com gave 100 credits to bo@example.com`; the app and its command line are the system. */
export function sentenceOf(entry: AuditEntry): string {
  const actor = entry.actor === 'operator' ? 'The system' : entry.actor
  const act = ACTS[entry.action]
  return `${actor} ${act ? act.said(factsOf(entry)) : entry.action.replaceAll('_', ' ')}`
}

/** The subject of an entry and all that is kept of it, for those who look closer. */
export const detailsOf = ({ data, subject }: AuditEntry): [name: string, value: string][] => [
  ...(subject === null ? [] : ([['about', subject]] satisfies [string, string][])),
  ...Object.entries(data).map(([name, value]): [string, string] => [
    name.replaceAll('_', ' '),
    textOf(value),
  ]),
]
