/** Drawing, videos, words, lists, grids and the library. */
export const CREATING = {
  // Prices
  'This price was for another request.': 'Este precio era para otra solicitud.',
  'This price was used already.': 'Este precio ya se usó.',
  'This price has expired.': 'Este precio venció.',
  'The price has changed. Look at it again.': 'El precio cambió. Vuelve a revisarlo.',
  'This costs {said} now. Nothing was charged.': 'Esto ahora cuesta {said}. No se cobró nada.',
  'a credit': 'un crédito',
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
  'Your queue is full: {count} jobs are waiting or running.':
    'Tu cola está llena: hay {count} trabajos en espera o en curso.',
  'Your queue is full: {count} jobs are waiting or running. Our team set this limit for you ({reason}).':
    'Tu cola está llena: hay {count} trabajos en espera o en curso. Nuestro equipo te puso este límite ({reason}).',
  '{said} is available on the {plan} plan and above.':
    '{said} está disponible con el plan {plan} y superiores.',
  'Ensure all jobs of a batch have the same type.':
    'Asegúrate de que todos los trabajos de un lote sean del mismo tipo.',
  'A batch has one quote; its jobs have none.':
    'Un lote tiene un solo presupuesto; sus trabajos no tienen ninguno.',
  'A batch is of drawings or of a tool that changes images.':
    'Un lote es de dibujos o de una herramienta que cambia imágenes.',
  'This request is not allowed. Nothing was charged.':
    'Esta petición no está permitida. No se cobró nada.',
  'This prompt is not allowed. Nothing was charged.':
    'Este prompt no está permitido. No se cobró nada.',
  'Images cannot be made right now. Please try again soon.':
    'En este momento no se pueden crear imágenes. Inténtalo pronto.',
  'Images of this kind can no longer be ordered.':
    'Las imágenes de este tipo ya no se pueden pedir.',
  'The images that it was made from are not public.':
    'Las imágenes a partir de las que se hizo no son públicas.',
  'There is no such model.': 'Ese modelo no existe.',
  'This model is resting right now. Try again later, or choose another one.':
    'Este modelo está en pausa en este momento. Inténtalo más tarde o elige otro.',
  'There is no such style.': 'Ese estilo no existe.',
  'There is no such image, or it was deleted.': 'Esa imagen no existe o se eliminó.',
  'Ensure the end is after the start.': 'El final debe estar después del inicio.',
  "We're still processing your other images. Please try again soon.":
    'Todavía estamos procesando tus otras imágenes. Inténtalo de nuevo pronto.',
  'The image server is too busy to show a preview right now. Your control image is used all the same.':
    'El servidor de imágenes está demasiado ocupado para mostrar una vista previa. Tu imagen de control se usa de todos modos.',
  'The image server no longer supports control images of this kind.':
    'El servidor de imágenes ya no admite imágenes de control de este tipo.',
  'A LoRA of this request cannot be loaded by the image server.':
    'El servidor de imágenes no puede cargar un LoRA de este pedido.',
  'A model that this needs cannot be loaded by the image server.':
    'El servidor de imágenes no puede cargar un modelo que hace falta para esto.',
  'The control image cannot be read.': 'La imagen de control no se puede leer.',
  'There is no such uploaded image, or it was deleted.':
    'Esa imagen subida no existe o se eliminó.',
  'There is no such video, or it was deleted.': 'Ese video no existe o se eliminó.',
  'There is no such model of yours, or it was deleted.': 'No tienes ese modelo, o se eliminó.',
  'This model is no longer available.': 'Este modelo ya no está disponible.',
  'The model "{name}" can no longer be used: it was deleted, or your access was revoked. Your credits were returned.':
    'El modelo "{name}" ya no se puede usar: se eliminó o se revocó tu acceso. Te devolvimos los créditos.',

  // What a model can do
  'Not available with this model.': 'No está disponible con este modelo.',
  'This model only draws over parts of an image.':
    'Este modelo solo redibuja partes de una imagen.',
  '"{name}" is not available with this model.': '"{name}" no está disponible con este modelo.',
  'This field is required with a variation seed.':
    'Este campo es obligatorio con una semilla de variación.',
  'Only with type ITI.': 'Solo con el tipo ITI.',
  'Only with type TTI.': 'Solo con el tipo TTI.',
  'Only with a mask.': 'Solo con una máscara.',
  'Only with a prompt.': 'Solo con un prompt.',
  'Only with one prompt.': 'Solo con un prompt.',
  'Not together with a mask or with outpaint.': 'No junto con una máscara ni con outpaint.',
  'Ensure the mask has the size of the image: {size} pixels, not {other}.':
    'Asegúrate de que la máscara tenga el tamaño de la imagen: {size} píxeles, no {other}.',
  'Ensure at least one side is greater than 0.':
    'Asegúrate de que al menos un lado sea mayor que 0.',
  "With a mask or outpaint this is the image's own: {size}.":
    'Con una máscara o con outpaint, este valor es el de la imagen: {size}.',
  'Ensure the image has at least {size} pixels on each side.':
    'Asegúrate de que la imagen tenga al menos {size} píxeles por lado.',
  'With a mask or outpaint, ensure the image has at most {said}.':
    'Con una máscara o con outpaint, asegúrate de que la imagen tenga como máximo {said}.',
  'Ensure the result, now {size}, has at most {said}.':
    'Asegúrate de que el resultado, que ahora tiene {size}, tenga como máximo {said}.',
  '{size} pixels on a side and 4,194,304 pixels (4 MP)':
    '{size} píxeles por lado y 4.194.304 píxeles (4 MP)',
  'Ensure the image has no more than 4,194,304 pixels (4 MP).':
    'Asegúrate de que la imagen no tenga más de 4.194.304 píxeles (4 MP).',
  'This model takes no LoRAs.': 'Este modelo no admite LoRA.',
  'The weight of the LoRA "{name}" must be a number from {low} to {high}.':
    'El peso de la LoRA "{name}" debe ser un número de {low} a {high}.',
  'The LoRA "{name}" was trained for another model.':
    'La LoRA "{name}" se entrenó para otro modelo.',
  'This model does not change a prompt between steps: only the first part of [a:b:0.5] and [a|b] counts.':
    'Este modelo no cambia el prompt entre pasos: solo cuenta la primera parte de [a:b:0.5] y [a|b].',
  'This model does not split a prompt at BREAK.': 'Este modelo no divide el prompt en BREAK.',
  'This model ignores weights: (word:1.3) counts like any other word.':
    'Este modelo ignora los pesos: (word:1.3) cuenta como cualquier otra palabra.',
  'This model sets the number of steps itself.':
    'Este modelo fija por sí mismo el número de pasos.',
  'This model sets the guidance itself.': 'Este modelo fija por sí mismo la guía.',
  'This model chooses the sampler itself.': 'Este modelo elige por sí mismo el sampler.',
  '{said} Try {words}.': '{said} Prueba con {words}.',
  'Name a thing that this model knows.': 'Nombra algo que este modelo conozca (en inglés).',
  'This model does not know {words}.': 'Este modelo no conoce {words}. Solo entiende inglés.',
  'This model does not tell how it reads a text.': 'Este modelo no indica cómo lee un texto.',
  'A style is no subject. Choose a person, a pet or an object.':
    'Un estilo no puede ser el protagonista. Elige una persona, una mascota o un objeto.',

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
  'This provider is not set up here.': 'Este proveedor no está configurado aquí.',
  'This provider is no longer available.': 'Este proveedor ya no está disponible.',
  'It was trained for a model that draws no videos here.':
    'Se entrenó para un modelo que aquí no dibuja videos.',
  'This provider does not end on an image.': 'Este proveedor no termina en una imagen.',
  'An end image needs an image to start from.': 'Una imagen final necesita una imagen de partida.',
  'Only videos that are drawn from words here show a trained model.':
    'Solo los videos que se dibujan aquí a partir de palabras muestran un modelo entrenado.',
  'This provider does not take several prompts.': 'Este proveedor no admite varios prompts.',
  'Either several prompts or an image.': 'O varios prompts o una imagen.',
  'Either one prompt or several.': 'O un prompt o varios.',
  'This provider does not start from an image.': 'Este proveedor no parte de una imagen.',
  'Ensure width and height are multiples of {step} from {low} to {high}.':
    'Asegúrate de que el ancho y el alto sean múltiplos de {step} entre {low} y {high}.',
  'Ensure the size is one of {list}.': 'Asegúrate de que el tamaño sea uno de estos: {list}.',
  'Only {provider} can extend this video.': 'Solo {provider} puede extender este video.',
  'This provider does not extend videos.': 'Este proveedor no extiende videos.',
  'This video cannot be extended.': 'Este video no se puede extender.',
  'A video can be extended to at most {seconds} seconds.':
    'Un video se puede extender hasta {seconds} segundos como máximo.',
  'Not when a video is extended.': 'No cuando se extiende un video.',
  'This provider extends a video from its last frame alone.':
    'Este proveedor extiende un video solo a partir de su último cuadro.',
  'This provider does not end an extended video on an image.':
    'Este proveedor no termina un video extendido en una imagen.',

  // Words that are drawn, lists, grids
  'These prompts are too long together. Shorten them, or order fewer of them at once.':
    'Estos prompts son demasiado largos en conjunto. Acórtalos o pide menos a la vez.',
  'These axes make {count} cells; {most} is the most. Ensure this one has fewer values.':
    'Estos ejes forman {count} celdas; el máximo son {most}. Asegúrate de que este tenga menos valores.',
  'Another axis changes the same setting.': 'Otro eje cambia el mismo ajuste.',
  '"{value}" appears twice.': '"{value}" aparece dos veces.',
  'The prompt does not have "{word}".': 'El prompt no contiene "{word}".',

  'You get an illustration from the collection, not a portrait of a real person. To show somebody you know, start from a photo.':
    'Recibes una ilustración de la colección, no el retrato de una persona real. Para mostrar a alguien que conoces, empieza con una foto.',

  // Proposals of prompts
  'No engine can do this right now. Nothing was charged.':
    'En este momento ningún motor puede hacerlo. No se cobró nada.',
  'Your other suggestions are still being written. Please try again soon.':
    'Tus otras sugerencias todavía se están escribiendo. Inténtalo pronto.',
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
  'This suggestion is still being written. Try again soon.':
    'Esta sugerencia todavía se está escribiendo. Inténtalo de nuevo pronto.',
  'This took too long and was stopped. Nothing was charged.':
    'Esto tardó demasiado y se detuvo. No se cobró nada.',

  // Library
  'Somebody else has decided on this image.': 'Otra persona ya decidió sobre esta imagen.',
} as const
