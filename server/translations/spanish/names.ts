/** Names of what can be chosen or was ordered. */
export const NAMES = {
  // The built-in model beside others
  Illustrations: 'Ilustraciones',
  // Kinds of jobs, and as they stand in a sentence
  'Image generation': 'Creación de imágenes',
  'image generation': 'creación de imágenes',
  'Image to image': 'Imagen a imagen',
  'image to image': 'imagen a imagen',
  Upscale: 'Ampliación',
  upscale: 'ampliación',
  'Pro upscale': 'Ampliación pro',
  'pro upscale': 'ampliación pro',
  'Prompt-guided upscale': 'Ampliación guiada por un prompt',
  'prompt-guided upscale': 'ampliación guiada por un prompt',
  'Detail pass': 'Detalle de caras',
  'detail pass': 'detalle de caras',
  'Pack shot': 'Toma de un paquete',
  'pack shot': 'toma de un paquete',
  'Background removal': 'Quitar el fondo',
  'background removal': 'quitar el fondo',
  'Replace background': 'Reemplazo del fondo',
  'replace background': 'reemplazo del fondo',
  'Remove object': 'Eliminación de objetos',
  'remove object': 'eliminación de objetos',
  'Face swap': 'Intercambio de caras',
  'face swap': 'intercambio de caras',
  'Fix faces': 'Corrección de caras',
  'fix faces': 'corrección de caras',
  'Instant avatars': 'Avatares instantáneos',
  'instant avatars': 'avatares instantáneos',
  'Edit by instruction': 'Edición con instrucciones',
  'edit by instruction': 'edición con instrucciones',
  Workflow: 'Flujo de trabajo',
  workflow: 'flujo de trabajo',
  Headshots: 'Retratos',
  headshots: 'retratos',
  Video: 'Video',
  video: 'video',

  // Layers over an image
  image: 'imagen',
  source: 'imagen de partida',
  mask: 'máscara',
  correction: 'corrección',

  // Looks of avatars
  Studio: 'Estudio',
  'Golden hour': 'Hora dorada',
  'City night': 'Noche en la ciudad',
  'Black and white': 'Blanco y negro',
  Film: 'Película',
  Illustration: 'Ilustración',
  'Oil painting': 'Óleo',
  Watercolor: 'Acuarela',
  Comic: 'Cómic',
  'Pop art': 'Arte pop',
  Pencil: 'Lápiz',
  Neon: 'Neón',

  // Backgrounds of headshots
  'Light gray': 'Gris claro',
  White: 'Blanco',
  Charcoal: 'Gris carbón',
  Navy: 'Azul marino',
  'Warm beige': 'Beige cálido',
  Office: 'Oficina',
  'City street': 'Calle de ciudad',
  Park: 'Parque',

  // The built-in models
  'Redraws and arranges images of an open collection of 2,085 things: animals, food, objects, vehicles, emoji faces and symbols, one to four of them, in six styles. What is not in the collection it does not draw, and it draws no photographs and no real people.':
    'Redibuja y combina imágenes de una colección abierta de 2085 cosas: animales, comida, objetos, vehículos, caras de emoji y símbolos, de una a cuatro, en seis estilos. No dibuja lo que no está en la colección, ni fotografías ni personas reales.',
} as const
