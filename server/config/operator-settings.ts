import { fault } from '#contract/said.ts'
import { atMost, live, url } from './values.ts'

const lines = atMost(500)
  .transform((text) =>
    text
      .split(';')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
  .default([])

/** Who runs the site, as its legal pages say, and how they are reached. */
export const OPERATOR = {
  SUPPORT_URL: live(
    url('https', 'http', 'mailto').optional(),
    'Where links to support lead: `https:` or `mailto:`',
    '`mailto:support@` the host of `PUBLIC_URL`',
  ),
  OPERATOR_NAME: live(
    atMost(200).trim().min(1, fault('settings.name')).optional(),
    'Person or company that runs the site',
    'none: the legal pages say so',
  ),
  OPERATOR_ADDRESS: live(
    lines,
    'Its postal address, lines divided by `;`: `Main Street 1; 12345 Springfield`',
    'none',
  ),
}
