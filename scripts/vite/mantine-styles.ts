import type { Plugin } from 'vite'

const STYLES = 'virtual:mantine-styles.css'
/** Without the ending: it is a module that imports style sheets. */
const LOADED = '\0mantine-styles'

/**
 * What every page needs first, and the parts that others are made of: their rules must stand before those of what is
 * made of them, in the order that Mantine names (https://mantine.dev/styles/css-files-list/).
 */
const BASE = [
  'baseline',
  'default-css-variables',
  'global',
  'ScrollArea',
  'UnstyledButton',
  'VisuallyHidden',
  'Paper',
  'Popover',
  'CloseButton',
  'Group',
  'Loader',
  'Overlay',
  'ModalBase',
  'Input',
  'InlineInput',
  'Flex',
  'FloatingIndicator',
  'ActionIcon',
]

const inLayer = (name: string) => `import '@mantine/core/styles/${name}.layer.css'`

/** The style sheet of a Mantine part: the class names of `Button.module.mjs` are those of `Button.layer.css`. */
function sheetOf(id: string): string | null {
  const part = /\/@mantine\/core\/esm\/components\/.+\/(\w+)\.module\.mjs$/.exec(id)?.[1]
  if (part !== undefined) return BASE.includes(part) ? null : inLayer(part)
  return /\/@mantine\/notifications\/esm\/.+\.module\.mjs$/.test(id)
    ? `import '@mantine/notifications/styles.layer.css'`
    : null
}

/**
 * Mantine's CSS by the part: `virtual:mantine-styles.css` brings the base, and a chunk that uses a part brings its sheet along.
 * The development server, which bundles packages ahead, gets all of it in one.
 */
export function mantineStyles(): Plugin {
  let isBuild = true
  return {
    name: 'mantine-styles',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (id) => (id === STYLES ? LOADED : null),
    load(id) {
      if (id !== LOADED) return null
      if (isBuild) return BASE.map(inLayer).join('\n')
      return `import '@mantine/core/styles.layer.css'\nimport '@mantine/notifications/styles.layer.css'`
    },
    transform(code, id) {
      const sheet = isBuild ? sheetOf(id) : null
      return sheet === null ? null : { code: `${sheet}\n${code}`, map: null }
    },
  }
}
