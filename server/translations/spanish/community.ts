/** What people publish for everybody. */
export const COMMUNITY = {
  'These filters cannot be used together.': 'Estos filtros no se pueden usar juntos.',
  'Examples that come with the app.': 'Ejemplos que vienen con la aplicación.',
  'Illustrations of 2,085 things: animals, food, plants, objects, vehicles, faces and symbols, in six styles.':
    'Ilustraciones de 2.085 cosas: animales, comida, plantas, objetos, vehículos, caras y símbolos, en seis estilos.',
  'A style of the illustrations that Atelier draws.':
    'Un estilo de las ilustraciones que dibuja Atelier.',
  'A model that was trained here on 36 renderings of one toy.':
    'Un modelo que se entrenó aquí con 36 renders de un juguete.',
  'Models of the engines of this site.': 'Modelos de los motores de este sitio.',
  'Leads a drawing by an image that you choose on the create page.':
    'Guía un dibujo con una imagen que eliges en la página de creación.',
  'This comment cannot be answered.': 'No se puede responder a este comentario.',
  'This comment can no longer be changed.': 'Este comentario ya no se puede cambiar.',
  'Choose one of your published images.': 'Elige una de tus imágenes publicadas.',
  'This is you.': 'Este perfil es el tuyo.',
  'How this image was made is not shown.': 'No se muestra cómo se hizo esta imagen.',
  'This image was removed by our team.': 'Nuestro equipo eliminó esta imagen.',
  'Images of other people can’t be published.': 'No se pueden publicar imágenes de otras personas.',
  'Images of people can be published up to PG-13 only.':
    'Las imágenes de personas solo se pueden publicar hasta PG-13.',
  'Please confirm that this is your own face and that you are an adult.':
    'Confirma que es tu propia cara y que eres mayor de edad.',
} as const
