import type { Selectable } from 'kysely'
import { ACCENTS, type Brand, brandFiles, paletteOf } from '#brands/index.ts'
import type { AdminBrand } from '#contract/admin-brands.ts'
import type { Database, Db } from '#server/platform/db/index.ts'
import { notFound } from '#server/platform/errors.ts'
import { contentOfFile } from './brand-texts.ts'
import { applyOverride } from './brand-override.ts'

/** The shade of an accent that stands for it. */
const MIDDLE = 6
/** The shade that buttons have. */
const BUTTON = 7

function present(
  file: Brand,
  row: Selectable<Database['brand_overrides']> | undefined,
): AdminBrand {
  const content = row?.content ?? {}
  const shown = applyOverride(file, content)
  const { name: _name, accent: _accent, logo: _logo, ...ownContent } = content
  return {
    id: file.id,
    hosts: [...file.hosts],
    name: shown.name,
    accent: content.accent ?? ACCENTS[file.accent],
    shown_accent: shown.palette?.[MIDDLE] ?? ACCENTS[file.accent],
    button_accent:
      (shown.palette ?? paletteOf(ACCENTS[file.accent]))[BUTTON] ?? ACCENTS[file.accent],
    logo: shown.logo ?? null,
    changed: Object.keys(content),
    defaults: { name: file.name, accent: ACCENTS[file.accent] },
    changed_at: row?.changed_at.toISOString() ?? null,
    can_undo: row?.previous != null,
    content: {
      ...contentOfFile(file),
      counters: null,
      banner: null,
      operator: null,
      support: null,
      terms: null,
      privacy: null,
      links: [],
      ...ownContent,
    },
  }
}

/** Every brand as it is shown, and what its file says. */
export async function listBrands({ kysely }: Pick<Db, 'kysely'>): Promise<AdminBrand[]> {
  const rows = await kysely.selectFrom('brand_overrides').selectAll().execute()
  return brandFiles.map((file) =>
    present(
      file,
      rows.find(({ brand }) => brand === file.id),
    ),
  )
}

/** @throws {AppError} `not_found` */
export async function readBrand(db: Pick<Db, 'kysely'>, id: string): Promise<AdminBrand> {
  const found = (await listBrands(db)).find((brand) => brand.id === id)
  if (!found) throw notFound()
  return found
}

/** The PNG of a logo; null: no brand has it. */
export async function readLogo(
  { kysely }: Pick<Db, 'kysely'>,
  hash: string,
): Promise<Buffer | null> {
  const row = await kysely
    .selectFrom('brand_logos')
    .select('png')
    .where('hash', '=', hash)
    .executeTakeFirst()
  return row?.png ?? null
}
