/** Tools that change images: what they need of an image, and what is said before anything is paid. */
export const TOOLS = {
  // Faces
  'The faces in these images are mine, or belong to adults who have agreed to this swap. None of them is a child’s.':
    'Los rostros de estas imágenes son míos o de personas adultas que aceptaron este intercambio. Ninguno es de una niña o un niño.',
  'The person in the photo is an adult: me, or somebody who agreed to this.':
    'La persona de la foto es adulta: soy yo, o alguien que aceptó esto.',
  'The person in the photo is my own child. I know that images of my child can’t be published, shared by link or used for a face swap.':
    'La persona de la foto es mi propia hija o hijo. Sé que las imágenes de mi hija o hijo no se pueden publicar, compartir con un enlace ni usar para intercambiar rostros.',
} as const
