/** What people publish for everybody. */
export const COMMUNITY = {
  'Examples that come with the app.': 'Ejemplos que vienen con la aplicación.',
  'Illustrations of 2,085 things: animals, food, plants, objects, vehicles, faces and symbols, in six styles.':
    'Ilustraciones de 2085 cosas: animales, comida, plantas, objetos, vehículos, caras y símbolos, en seis estilos.',
  'A style of the illustrations that Atelier draws.':
    'Un estilo de las ilustraciones que dibuja Atelier.',
  'A model that was trained here on 36 renderings of one toy.':
    'Un modelo que se entrenó aquí con 36 renders de un juguete.',
  'Models of the engines of this site.': 'Modelos de los motores de este sitio.',
  'Leads a drawing by an image that you choose on the create page.':
    'Guía un dibujo con una imagen que eliges en la página de creación.',
  'Published on Civitai.': 'Publicado en Civitai.',
} as const
