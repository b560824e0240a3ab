import type { Brand } from './brand.ts'

/** Root-relative address of a brand's icon: its logo, else the one that its files have in this size. */
export const iconOf = (
  { id, logo }: Pick<Brand, 'id' | 'logo'>,
  file: '192' | '512' | 'maskable',
) => logo ?? `/icons/${id}-${file}.png`
