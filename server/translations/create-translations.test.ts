import { expect, it } from 'vitest'
import { createTranslations } from './create-translations.ts'
import { inLanguage } from './index.ts'

const translate = createTranslations(
  {
    'Not found.': 'No encontrado.',
    '{path}: {said}': '{path}: {said}',
    '{said} is part of the {plan} plan.': '{said} es parte del plan {plan}.',
    'Pro upscale': 'Ampliación pro',
    'It ends on {day}.': 'Termina el {day}.',
    'Credits of {month}': 'Créditos de {month}',
    'You have {n} lists (a+b).': 'Tienes {n} listas (a+b).',
    '{n} lists': '{n} listas',
  },
  { locale: 'es-ES', or: 'o' },
)

it.each([
  ['Not found.', 'No encontrado.'],
  ['You have 3 lists (a+b).', 'Tienes 3 listas (a+b).'],
  ['Pro upscale is part of the Starter plan.', 'Ampliación pro es parte del plan Starter.'],
  ['steps: Not found.', 'steps: No encontrado.'],
  ['It ends on Nov 5, 2026.', 'Termina el 5 nov 2026.'],
  ['It ends on some day.', 'Termina el some day.'],
  ['Credits of November 2026', 'Créditos de noviembre de 2026'],
  // What is filled in may look like a place, and what is not ours stays.
  ['{path} lists', '{path} listas'],
  ['A title: of somebody', 'A title: of somebody'],
  ['', ''],
])('says %s', (english, spanish) => {
  expect(translate(english)).toBe(spanish)
})

it('passes over what is far too long', () => {
  const long = `You have ${'{'.repeat(100_000)} lists (a+b).`
  expect(translate(long)).toBe(long)
})

it.each([
  ['{{5,000}} credits every month', '{{5000}} créditos cada mes'],
  ['{{25,000}} credits every month', '{{25.000}} créditos cada mes'],
  ['4 images, 512 x 768, 1 credit each', '4 imágenes, 512 x 768, 1 crédito c/u'],
  ['2 x Pro upscale x8', '2 x Ampliación pro x8'],
  ['Not delivered: image generation', 'Sin entregar: creación de imágenes'],
  ['Unspent: 1 credit of the free month', 'Sin gastar: 1 crédito del mes gratis'],
  // A line from before its words were changed.
  ['Taken back: the payment was refunded', 'Retirados: el pago se reembolsó'],
  ['Change to Starter plan, yearly', 'Cambio: Plan Starter, anual'],
  [
    'hires: steps: Ensure this value is less than or equal to 50.',
    'hires: steps: Asegúrate de que este valor sea menor o igual que 50.',
  ],
  [
    'This model does not know "dragon". Try "fox" or "owl".',
    'Este modelo no conoce "dragon". Solo entiende inglés. Prueba con "fox" o "owl".',
  ],
])('says %s in Spanish', (english, spanish) => {
  expect(inLanguage('es', english)).toBe(spanish)
  expect(inLanguage('en', english)).toBe(english)
})
