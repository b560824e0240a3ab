import { z } from 'zod'
import { httpUrl, integer, note, url, yesOrNo } from './values.ts'

/** Where rows and files are kept. */
export const DATABASE = {
  DATABASE_URL: note(
    url('postgres', 'postgresql').optional(),
    '`postgres://...` of another database, PostgreSQL 15 or later',
    'the embedded PostgreSQL',
  ),
  DATABASE_LISTEN_URL: note(
    url('postgres', 'postgresql').optional(),
    'Direct address of the same database, where `DATABASE_URL` leads to a pooler: for notifications, locks, the queue, migrations and backups',
    '`DATABASE_URL`',
  ),
  DATABASE_PREPARE: note(
    yesOrNo.optional(),
    '`1`: statements stay prepared on their connections; `0`: nothing is kept there, as a pooler that shares sessions needs',
    '`1`; `0` where `DATABASE_URL` leads to a pooler',
  ),
  DATABASE_WAIT_SECONDS: note(
    integer(0, 3600, 60),
    'How long the start waits for a database that does not answer yet',
  ),
  DATABASE_CONNECTIONS: note(integer(2, 1000, 10), 'Most connections of this process'),
  S3_BUCKET: note(z.string().optional(), 'Bucket for the files', 'files in `DATA_DIR`'),
  S3_ENDPOINT: note(httpUrl.optional(), 'Another store that speaks S3', "Amazon's"),
  S3_REGION: note(z.string().default('us-east-1'), 'Region of the bucket'),
  S3_ACCESS_KEY_ID: note(z.string().optional(), 'Key of the bucket'),
  S3_SECRET_ACCESS_KEY: note(z.string().optional(), 'Its secret'),
}
