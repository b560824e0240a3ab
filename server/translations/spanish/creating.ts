/** Drawing, videos, words, lists, grids and the library. */
export const CREATING = {
  // Prices
  '1 image': '1 imagen',
  '{count} images': '{count} imágenes',
  '1 credit each': '1 crédito c/u',
  '{count} credits each': '{count} créditos c/u',
  '{said_images}, {width} x {height}, {said_each}':
    '{said_images}, {width} x {height}, {said_each}',
  '{said_images}, {width} x {height}, transparent, {said_each}':
    '{said_images}, {width} x {height}, transparente, {said_each}',
  '{said_images}, {width} x {height}, sticker, {said_each}':
    '{said_images}, {width} x {height}, pegatina, {said_each}',
  '{said_images}, {said_each}': '{said_images}, {said_each}',
  '1 avatar': '1 avatar',
  '{count} avatars': '{count} avatares',
  Training: 'Entrenamiento',
  '1 headshot': '1 retrato',
  '{count} headshots': '{count} retratos',
  '{said} x{scale}': '{said} x{scale}',
  '{count} x {said}': '{count} x {said}',
  '{said}, {seconds} s': '{said}, {seconds} s',
  '{said}, {seconds} s more': '{said}, {seconds} s más',
  '{count} jobs': '{count} trabajos',
  'grid of {count} images': 'cuadrícula de {count} imágenes',
} as const
