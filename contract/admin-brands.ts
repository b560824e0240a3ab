import { z } from 'zod'
import { BrandContent } from './brand-content.ts'
import { SeenChange, Timestamp, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'

/** Bytes of a logo's file. */
export const LOGO_MAX_BYTES = 2 * 1024 * 1024

const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, fault('common.colorNeeded'))
  .transform((text) => text.toLowerCase())

type Optional<S extends Record<string, z.ZodType>> = {
  [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>>
}

/** Every field may be left out, or be null. */
const nullableOf = <S extends Record<string, z.ZodType>>(shape: S): Optional<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [name, schema.nullable().optional()]),
  ) as Optional<S>

const AdminBrand = z.object({
  id: z.string(),
  hosts: z.array(z.string()),
  name: z.string(),
  /** The chosen color, as it was entered. */
  accent: z.string(),
  /** The shade of it that pages use, on which their texts can be read. */
  shown_accent: z.string(),
  /** The shade of buttons, which white text can be read on. */
  button_accent: z.string(),
  /** Root-relative address; null: the program's own. */
  logo: z.string().nullable(),
  /** Names of the fields that override the brand's file. */
  changed: z.array(z.string()),
  /** Values from the brand's file, used where nothing overrides them. */
  defaults: z.object({ name: z.string(), accent: z.string() }),
  /** As it is shown; null: as the whole installation says, and for counters: the example figures while payments are tests. */
  content: BrandContent.extend({
    counters: BrandContent.shape.counters.nullable(),
    banner: BrandContent.shape.banner.nullable(),
    operator: BrandContent.shape.operator.nullable(),
    support: BrandContent.shape.support.nullable(),
    terms: BrandContent.shape.terms.nullable(),
    privacy: BrandContent.shape.privacy.nullable(),
  }),
  /** Null: never. */
  changed_at: Timestamp.nullable(),
  can_undo: z.boolean(),
})
export type AdminBrand = z.infer<typeof AdminBrand>

const BrandParams = z.object({ id: z.string().max(40) })

export const adminBrands = {
  list: endpoint({
    ...routes.adminBrands.list,
    access: 'admin',
    summary: 'The brands as they are shown, and what their files say',
    response: z.object({ results: z.array(AdminBrand) }),
  }),
  change: endpoint({
    ...routes.adminBrands.change,
    access: 'admin',
    summary: 'Change fields of a brand, each as a whole; null goes back to what its file says',
    params: BrandParams,
    // Two legal texts in two languages.
    maxBodyBytes: 1024 * 1024,
    body: z.strictObject({
      name: visibleText(60).nullable().optional(),
      accent: Color.nullable().optional(),
      ...nullableOf(BrandContent.shape),
      /** Left out: whatever was changed meanwhile. */
      changed_at: SeenChange.optional(),
    }),
    response: AdminBrand,
    errors: ['not_found', 'conflict'],
  }),
  changeLogo: endpoint({
    ...routes.adminBrands.changeLogo,
    access: 'admin',
    summary: "Send a brand's logo, a PNG; it is re-encoded as a square",
    params: BrandParams,
    file: { field: 'image', maxBytes: LOGO_MAX_BYTES },
    response: AdminBrand,
    errors: ['not_found'],
  }),
  removeLogo: endpoint({
    ...routes.adminBrands.removeLogo,
    access: 'admin',
    summary: "Go back to the program's own logo",
    params: BrandParams,
    response: AdminBrand,
    errors: ['not_found'],
  }),
  undo: endpoint({
    ...routes.adminBrands.undo,
    access: 'admin',
    summary: 'Go back to how a brand was before its last change',
    params: BrandParams,
    body: z.strictObject({ changed_at: SeenChange.optional() }),
    response: AdminBrand,
    errors: ['not_found', 'conflict'],
  }),
}
