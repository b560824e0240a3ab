/** What people publish for everybody. */
export const COMMUNITY = {
  'These filters cannot be used together.': 'Estos filtros no se pueden usar juntos.',
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
  'This comment cannot be answered.': 'No se puede responder a este comentario.',
  'This comment can no longer be changed.': 'Este comentario ya no se puede cambiar.',
  'Choose one of your published images.': 'Elige una de tus imágenes publicadas.',
  'This is you.': 'Este perfil es el tuyo.',
  'This collection is no longer here.': 'Esta colección ya no está aquí.',
  'You have too many favorites. Remove some of them first.':
    'Tienes demasiadas favoritas. Quita algunas primero.',
  'How this image was made is not shown.': 'No se muestra cómo se hizo esta imagen.',
  'There is no such thing here, or it is already gone.': 'No existe o ya no está aquí.',
  'Say what you report.': 'Indica qué denuncias.',
  'Report one thing at a time.': 'Denuncia una sola cosa cada vez.',
  'We need your email address to answer a copyright notice.':
    'Necesitamos tu correo electrónico para responder a un aviso de derechos de autor.',
  'You have already objected to this decision.': 'Ya has recurrido esta decisión.',
  'This decision can no longer be objected to.': 'Esta decisión ya no se puede recurrir.',
  'You can’t publish anything while our team looks at a report.':
    'No puedes publicar nada mientras nuestro equipo revisa una denuncia.',
  'Say why, in 3 characters or more.': 'Explica el motivo en 3 caracteres o más.',
  'Decide on the report of this image first.': 'Decide antes sobre la denuncia de esta imagen.',
  'Somebody else has decided on this report.': 'Otra persona ya ha decidido sobre esta denuncia.',
  'Somebody else has decided on this objection.': 'Otra persona ya ha decidido sobre este recurso.',
  'Our team has hidden this image.': 'Nuestro equipo ocultó esta imagen.',
  'This image was removed by our team.': 'Nuestro equipo eliminó esta imagen.',
  'Images of other people can’t be published.': 'No se pueden publicar imágenes de otras personas.',
  'Images of people can be published up to PG-13 only.':
    'Las imágenes de personas solo se pueden publicar hasta PG-13.',
  'Please confirm that this is your own face and that you are an adult.':
    'Confirma que es tu propia cara y que eres mayor de edad.',
  'Published on Civitai.': 'Publicado en Civitai.',
  'This is not a safetensors file.': 'Este archivo no es un safetensors.',
  'The header of this file is too long.': 'La cabecera de este archivo es demasiado larga.',
  'The file is damaged.': 'El archivo está dañado.',
  'This file holds something else than a LoRA.': 'Este archivo no contiene un LoRA.',
  'Choose a .safetensors file.': 'Elige un archivo .safetensors.',
  'The file has more than 1 GB.': 'El archivo pesa más de 1 GB.',
  'Give the SHA-256 as 64 hexadecimal digits.': 'Da el SHA-256 con 64 dígitos hexadecimales.',
  'Finish one of your other uploads first.': 'Termina antes otra de tus subidas.',
  'This file is already published here.': 'Este archivo ya está publicado aquí.',
  'This upload is finished.': 'Esta subida ya terminó.',
  'This part has the wrong size.': 'Esta parte no tiene el tamaño correcto.',
  'Send the first part first.': 'Envía primero la primera parte.',
  'Some parts are still missing.': 'Todavía faltan algunas partes.',
  'The file that came is another one. Please send it again.':
    'El archivo que llegó es otro. Envíalo de nuevo.',
  'Choose a model that you trained, or a file.':
    'Elige un modelo que hayas entrenado o un archivo.',
  'This file is not uploaded.': 'Este archivo no se ha subido.',
  'Our team has hidden this model.': 'Nuestro equipo ocultó este modelo.',
  'This model was removed by our team.': 'Nuestro equipo eliminó este modelo.',
  'Choose images that you have published.': 'Elige imágenes que hayas publicado.',
  'This model can’t be published again.': 'Este modelo no se puede volver a publicar.',
  'Somebody else has decided on this model.': 'Otra persona ya decidió sobre este modelo.',
  'Please confirm that this model doesn’t show a real person.':
    'Confirma que este modelo no muestra a una persona real.',
  'There is no such model of yours.': 'No tienes ningún modelo así.',
  'Models of people can’t be published.': 'No se pueden publicar modelos de personas.',
  'There is no model to publish yet.': 'Todavía no hay ningún modelo que publicar.',
  'Send the file as application/octet-stream.': 'Envía el archivo como application/octet-stream.',
} as const
