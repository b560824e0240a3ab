import { z } from 'zod'
import { note, url } from './values.ts'

const lines = z
  .string()
  .max(500)
  .transform((text) =>
    text
      .split(';')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
  .default([])

/** Who runs the site, as its legal pages say, and how they are reached. */
export const OPERATOR = {
  SUPPORT_URL: note(
    url('https', 'http', 'mailto').optional(),
    'Where links to support lead: `https:` or `mailto:`',
    '`mailto:support@` the host of `PUBLIC_URL`',
  ),
  OPERATOR_NAME: note(
    z.string().trim().min(1).max(200).optional(),
    'Person or company that runs the site',
    'none: the legal pages say so',
  ),
  OPERATOR_ADDRESS: note(
    lines,
    'Its postal address, lines divided by `;`: `Main Street 1; 12345 Springfield`',
    'none',
  ),
}
