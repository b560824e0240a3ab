import type { DrawnWith } from './content-page.ts'

/** Words of a setting in a file name; what is drawn with the defaults has its prompt and seed alone. */
const nameOf = ({ prompt, seed, ...settings }: DrawnWith): string =>
  [prompt, `seed ${seed}`, ...Object.entries(settings).map(([name, value]) => `${name} ${value}`)]
    .join(' ')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')

/** Where an image of the content is below `web/public/`: the same settings give the same file, whatever page shows it. */
export const imageFileOf = (drawn: DrawnWith): string => `content/${nameOf(drawn)}.webp`
