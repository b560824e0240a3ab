/** Tools that change images: what they need of an image, and what is said before anything is paid. */
export const TOOLS = {
  'On this server, pro uses the same network as the standard upscale.':
    'En este servidor, la ampliación pro usa la misma red que la estándar.',
  'Your photo is sent to {company}, which draws the avatars.':
    'Tu foto se envía a {company}, que dibuja los avatares.',
  'Your image is sent to {company}, which does this.':
    'Tu imagen se envía a {company}, que hace este trabajo.',

  // Tries without an account

  // Faces
  'No face was found in this image.': 'No se encontró ninguna cara en esta imagen.',
  'The faces in this image would not look better, so nothing was changed.':
    'Las caras de esta imagen no se verían mejor, así que no se cambió nada.',
  'The swapped face did not look right, so it was not delivered. Photos with the same pose and light work better.':
    'La cara intercambiada no quedó bien, así que no se entregó. Funcionan mejor las fotos con la misma pose y luz.',
  'The eyes of this face are covered. Choose a photo without sunglasses, hands or hair over them.':
    'Los ojos de esta cara están tapados. Elige una foto sin gafas de sol, manos ni pelo delante.',
  'The eyes of this face are covered, so a new face would not fit. Choose a photo without sunglasses, hands or hair over them.':
    'Los ojos de esta cara están tapados y una cara nueva no encajaría. Elige una foto sin gafas de sol, manos ni pelo delante.',
  'The edge is unsure in this image: touch it up afterwards, free.':
    'El borde es dudoso en esta imagen: retócalo después, gratis.',
  'The edge is unsure in this image: parts of it may be missing afterwards.':
    'El borde es dudoso en esta imagen: después pueden faltar partes.',
  'This face is blurred. Choose a sharp photo.': 'Esta cara está borrosa. Elige una foto nítida.',
  'This face is too dark. Choose a photo with more light on it.':
    'Esta cara está demasiado oscura. Elige una foto con más luz.',
  'This face wears glasses, which a swap would break. Choose a photo without them.':
    'Esta cara lleva gafas y el intercambio las rompería. Elige una foto sin ellas.',
  'Hair, a hand or a hard shadow lies on this face. Choose a photo in which all of it is seen in even light.':
    'Hay pelo, una mano o una sombra dura sobre esta cara. Elige una foto en la que se vea entera y con luz pareja.',
  'This face is lit in several colors. Choose a photo in daylight or plain light.':
    'Esta cara está iluminada con luces de varios colores. Elige una foto con luz de día o luz blanca.',
  'The heads are tilted differently: one looks further down than the other. Choose a photo with the head held the same way.':
    'Las cabezas están inclinadas de forma distinta: una mira más abajo que la otra. Elige una foto con la cabeza en la misma posición.',
  'Only one of these faces has a beard, and a swap would tear it. Choose two faces with a beard, or two without.':
    'Solo una de estas caras tiene barba y el intercambio la rompería. Elige dos caras con barba o dos sin ella.',
  'The mouth is open in the photo of the new face and closed in the other. Choose a photo with the mouth closed.':
    'La boca está abierta en la foto de la cara nueva y cerrada en la otra. Elige una foto con la boca cerrada.',
  'These two faces differ too much in light or skin tone for a swap to look real. Choose photos in which both look alike.':
    'Estas dos caras se diferencian demasiado en luz o tono de piel para que el intercambio parezca real. Elige fotos en las que se parezcan más.',
  '{count} of {all} faces are already sharp and stay as they are.':
    '{count} de {all} caras ya son nítidas y quedan como están.',
  'This face is only {size} pixels wide. A larger or closer photo gives a sharper result.':
    'Esta cara mide solo {size} píxeles de ancho. Con una foto más grande o más cercana, el resultado es más nítido.',
  'This face is turned far to the side. A photo from the front works better.':
    'Esta cara está muy girada. Una foto de frente funciona mejor.',
  'This face is too small: {size} pixels, at least {least} are needed.':
    'Esta cara es demasiado pequeña: {size} píxeles; se necesitan al menos {least}.',
  'These faces look in directions that differ by {degrees} degrees, at most {most} can be swapped. Choose a photo turned the same way.':
    'Estas caras miran en direcciones que difieren {degrees} grados; se pueden intercambiar con {most} como máximo. Elige una foto girada hacia el mismo lado.',
  'The faces look in directions that differ by {degrees} degrees. A photo turned the same way looks more natural.':
    'Las caras miran en direcciones que difieren {degrees} grados. Una foto girada hacia el mismo lado se ve más natural.',
  'Please confirm that you may use these faces.': 'Confirma que puedes usar estas caras.',
  'The faces in these images are mine, or belong to adults who have agreed to this swap. None of them is a child’s.':
    'Los rostros de estas imágenes son míos o de personas adultas que aceptaron este intercambio. Ninguno es de una niña o un niño.',
  'The person in the photo is an adult: me, or somebody who agreed to this.':
    'La persona de la foto es adulta: soy yo, o alguien que aceptó esto.',
  'The person in the photo is my own child. I know that images of my child can’t be published, shared by link or used for a face swap.':
    'La persona de la foto es mi propia hija o hijo. Sé que las imágenes de mi hija o hijo no se pueden publicar, compartir con un enlace ni usar para intercambiar rostros.',
  'there is no such face.': 'esa cara no existe.',

  // Avatars and headshots
  'Several faces were found. The result shows the largest; people who stand close may be seen too.':
    'Se encontraron varias caras. El resultado muestra la más grande; puede verse también a quien está cerca.',
  'The new face is much smaller than the one it would replace, so it would look blurred. Choose a photo that shows it larger.':
    'La cara nueva es mucho más pequeña que la que sustituiría, así que se vería borrosa. Elige una foto en la que se vea más grande.',
  'The eyes are open in one of these photos and nearly closed in the other. Choose two photos with the eyes open.':
    'Los ojos están abiertos en una de estas fotos y casi cerrados en la otra. Elige dos fotos con los ojos abiertos.',
  'The photo of the new face is black and white, the other one is not. Choose a color photo.':
    'La foto de la cara nueva está en blanco y negro y la otra no. Elige una foto en color.',
  'Somebody else is too close to this face, so parts of them would be in the result. Choose a photo of one person, or crop it.':
    'Hay otra persona demasiado cerca de esta cara y saldrían partes suyas en el resultado. Elige una foto de una sola persona o recórtala.',
  'This person could not be cut out cleanly, so nothing was delivered or charged. A photo in front of a plain background works better.':
    'No se pudo recortar bien a esta persona, así que no se entregó ni se cobró nada. Funciona mejor una foto con un fondo liso.',
  'This face looks dark. If it is in shadow, the result will be too; a photo with more light works better.':
    'Esta cara se ve oscura. Si está en sombra, el resultado también lo estará; una foto con más luz funciona mejor.',
  'The head is bowed, so the result shows more hair than face. A photo that looks into the camera works better.':
    'La cabeza está inclinada hacia abajo, así que el resultado muestra más pelo que cara. Funciona mejor una foto mirando a la cámara.',
  'The head is bowed too far, so a portrait would show hair instead of the face. Choose a photo that looks into the camera.':
    'La cabeza está demasiado inclinada hacia abajo y el retrato mostraría pelo en vez de la cara. Elige una foto mirando a la cámara.',
  'The light comes from one side, so half of the face stays dark. A photo with light from the front works better.':
    'La luz viene de un lado, así que media cara queda oscura. Una foto con luz de frente funciona mejor.',
  'This face is blurred. A sharp photo gives a sharper result.':
    'Esta cara está borrosa. Con una foto nítida, el resultado es más nítido.',

  // Of photos of a studio
  'Too small ({width} x {height} pixels). Add the original file from your camera.':
    'Demasiado pequeña ({width} x {height} píxeles). Agrega el archivo original de tu cámara.',
  'Rather small ({width} x {height} pixels). At least 512 pixels on each side is best.':
    'Algo pequeña ({width} x {height} píxeles). Lo mejor son al menos 512 píxeles por lado.',
  'Blurred. Hold the camera still, focus on the subject and try again.':
    'Borrosa. Mantén quieta la cámara, enfoca bien e inténtalo de nuevo.',
  'A little soft. A sharper photo teaches more detail.':
    'Un poco borrosa. Una foto más nítida enseña más detalle.',
  'Very dark. Take it by a window or outdoors.':
    'Muy oscura. Tómala junto a una ventana o al aire libre.',
  'Very bright. Turn away from the light or the flash.':
    'Muy clara. Aléjate de la luz o del flash.',
  'Nearly the same as photo {number}. Delete one of them: another view teaches more.':
    'Casi igual que la foto {number}. Elimina una de las dos: otra vista enseña más.',
  'No face was found. Use a photo in which the face can be seen.':
    'No se encontró ninguna cara. Usa una foto en la que se vea.',
  'The face is small. Step closer or crop the photo.':
    'La cara es pequeña. Acércate o recorta la foto.',
  'The eyes are covered. Use a photo without sunglasses, and with nothing over the eyes.':
    'Los ojos están tapados. Usa una foto sin gafas de sol y sin nada delante de los ojos.',
  'More than one person. Crop the photo so that only your subject is left.':
    'Hay más de una persona. Recorta la foto para que se vea solo a quien quieres mostrar.',
  'This looks like somebody else. Delete this photo.': 'Parece otra persona. Elimina esta foto.',
  'This face looks different from your other photos. Make sure it is the same person.':
    'Esta cara se ve distinta a la de tus otras fotos. Asegúrate de que sea la misma persona.',
  'Add at least {least} photos: {said}.': 'Agrega al menos {least} fotos: {said}.',
  'there are none yet': 'todavía no hay ninguna',
  'there is {count}': 'hay {count}',
  'there are {count}': 'hay {count}',
  'The head looks the same way in every photo. Add some from the left and the right.':
    'La cabeza mira hacia el mismo lado en todas las fotos. Agrega algunas desde la izquierda y la derecha.',
  'Light and background are the same in every photo. Add some from another place.':
    'La luz y el fondo son iguales en todas las fotos. Agrega algunas de otro lugar.',
} as const
