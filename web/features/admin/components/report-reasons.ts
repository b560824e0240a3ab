import type { ReportReason } from '#contract/reports.ts'

/** What a report is called in the console. */
export const REASON_NAMES: Record<ReportReason, string> = {
  intimate: 'Intimate image without consent',
  minor: 'Minor',
  copyright: 'Copyright',
  likeness: 'Likeness',
  illegal: 'Illegal',
  spam: 'Spam',
  other: 'Other',
}

const REASONS: Record<ReportReason, string> = {
  intimate: 'It shows somebody intimately who did not agree to it.',
  minor: 'It shows a minor in a sexual way.',
  copyright: 'It uses the work of somebody else without permission.',
  likeness: 'It shows a real person without their consent.',
  illegal: 'It is illegal.',
  spam: 'It is spam.',
  other: 'It breaks our content rules.',
}

/** The first words of a decision, which can be changed. */
export const reasonFor = (reason: ReportReason | undefined): string =>
  reason === undefined ? '' : REASONS[reason]
