import type { Language } from '#web/lib/language.ts'

/** As many as the model draws in one image. */
export const MOST_PICKED = 4

export interface Picked {
  name: string
  count: number
}

/** Where things may be: how the model is asked for each. */
export const SCENES = {
  none: { en: '', es: '' },
  grass: { en: 'on the grass', es: 'en la hierba' },
  sea: { en: 'on the sea', es: 'en el mar' },
  snow: { en: 'in the snow', es: 'en la nieve' },
  desert: { en: 'in the desert', es: 'en el desierto' },
  room: { en: 'in a room', es: 'en una habitación' },
  night: { en: 'at night', es: 'de noche' },
  sunset: { en: 'at sunset', es: 'al atardecer' },
  sky: { en: 'in the sky', es: 'en el cielo' },
  space: { en: 'in space', es: 'en el espacio' },
} as const
export type Scene = keyof typeof SCENES

const NUMBERS = {
  en: ['', 'a', 'two', 'three', 'four'],
  es: ['', 'un', 'dos', 'tres', 'cuatro'],
} as const
const AND = { en: ' and ', es: ' y ' } as const

/** How many are drawn in all. */
export const countOf = (picked: readonly Picked[]): number =>
  picked.reduce((sum, { count }) => sum + count, 0)

/** The things that were picked, as a prompt. */
export function composePrompt(picked: readonly Picked[], scene: Scene, of: Language): string {
  const language = of === 'es' ? 'es' : 'en'
  const things = picked.map(({ name, count }) => {
    const number = NUMBERS[language][count] ?? NUMBERS[language][1]
    if (language === 'es') return `${number} ${count > 1 ? spanishPlural(name) : name}`
    if (count > 1) return `${number} ${englishPlural(name)}`
    return `${/^[aeiou]/.test(name) ? 'an' : number} ${name}`
  })
  const { [language]: where } = SCENES[scene]
  return [things.join(AND[language]), where].filter((part) => part !== '').join(' ')
}

const englishPlural = (name: string): string =>
  /(?:s|x|ch|sh)$/.test(name)
    ? `${name}es`
    : name.replace(/[^aeiou]y$/, (end) => `${end[0]}ie`) + 's'

/** Of the first word: "ositos de peluche". */
function spanishPlural(name: string): string {
  const [first = '', ...rest] = name.split(' ')
  const plural = /[aeiouáéíóú]$/.test(first)
    ? `${first}s`
    : first.endsWith('s')
      ? first
      : first.endsWith('z')
        ? `${first.slice(0, -1)}ces`
        : `${first}es`
  return [plural, ...rest].join(' ')
}
