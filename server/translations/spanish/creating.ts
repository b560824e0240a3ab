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

  // Ordering
  'This request is not allowed. Nothing was charged.':
    'Esta petición no está permitida. No se cobró nada.',
  'This prompt is not allowed. Nothing was charged.':
    'Este prompt no está permitido. No se cobró nada.',
  'Images of this kind can no longer be ordered.':
    'Las imágenes de este tipo ya no se pueden pedir.',
  'The images that it was made from are not public.':
    'Las imágenes a partir de las que se hizo no son públicas.',
  'The control image cannot be read.': 'La imagen de control no se puede leer.',

  // What a model can do
  'This model does not change a prompt between steps: only the first part of [a:b:0.5] and [a|b] counts.':
    'Este modelo no cambia el prompt entre pasos: solo cuenta la primera parte de [a:b:0.5] y [a|b].',
  'This model does not split a prompt at BREAK.': 'Este modelo no divide el prompt en BREAK.',
  'This model ignores weights: (word:1.3) counts like any other word.':
    'Este modelo ignora los pesos: (word:1.3) cuenta como cualquier otra palabra.',
  'This model sets the number of steps itself.':
    'Este modelo fija por sí mismo el número de pasos.',
  'This model sets the guidance itself.': 'Este modelo fija por sí mismo la guía.',
  'This model chooses the sampler itself.': 'Este modelo elige por sí mismo el sampler.',

  // How a job ended
  'The images could not be made. The credits for them were returned.':
    'No se pudieron crear las imágenes. Te devolvimos sus créditos.',
  'What was drawn may not be shown here. The credits for it were returned.':
    'Lo que se dibujó no se puede mostrar aquí. Te devolvimos sus créditos.',
  'The image to start from no longer exists. The credits were returned.':
    'La imagen de partida ya no existe. Te devolvimos los créditos.',
  'The server for this model is no longer available. Your credits were returned. Please choose another model.':
    'El servidor de este modelo ya no está disponible. Te devolvimos los créditos. Elige otro modelo.',
  'This took too long and was stopped. The credits for it were returned.':
    'Esto tardó demasiado y se detuvo. Te devolvimos sus créditos.',
  'This was not made in time. The credits for it were returned.':
    'Esto no se terminó a tiempo. Te devolvimos sus créditos.',

  // Videos

  // Words that are drawn, lists, grids

  'You get an illustration from the collection, not a portrait of a real person. To show somebody you know, start from a photo.':
    'Recibes una ilustración de la colección, no el retrato de una persona real. Para mostrar a alguien que conoces, empieza con una foto.',

  // Proposals of prompts
  'The engine is busy with other work right now. Nothing was charged.':
    'El motor está ocupado con otro trabajo. No se cobró nada.',
  'What the model wrote cannot be used. Nothing was charged.':
    'Lo que escribió el modelo no se puede usar. No se cobró nada.',
  'What the model wrote may not be used here. Nothing was charged.':
    'Lo que escribió el modelo no se puede usar aquí. No se cobró nada.',
  'The model had nothing to add to this prompt. Nothing was charged.':
    'El modelo no tuvo nada que agregar a este prompt. No se cobró nada.',
  "The model's safety filter refused {said}. Nothing was charged.":
    'El filtro de seguridad del modelo rechazó {said}. No se cobró nada.',
  'this prompt': 'este prompt',
  'this image': 'esta imagen',
  'The model gave no answer. Nothing was charged.': 'El modelo no respondió. No se cobró nada.',
  'This took too long and was stopped. Nothing was charged.':
    'Esto tardó demasiado y se detuvo. No se cobró nada.',

  // Library
} as const
