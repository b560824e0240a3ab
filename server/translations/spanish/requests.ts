/** Texts that any call may answer: about its form, who makes it, how often. */
export const REQUESTS = {
  'Not found.': 'No encontrado.',
  'Something went wrong. Reference: {reference}.': 'Algo salió mal. Referencia: {reference}.',
  'This cannot be saved right now. Please try again later.':
    'Esto no se puede guardar en este momento. Inténtalo de nuevo más tarde.',
  'This is not available right now. Please try again in a moment.':
    'Esto no está disponible en este momento. Inténtalo de nuevo en un momento.',
  'Authentication credentials were not provided.': 'No se enviaron credenciales de acceso.',
  'This call needs a logged-in session, not an API key.':
    'Esta llamada necesita una sesión iniciada, no una clave de API.',
  'This API key may not make this call.': 'Esta clave de API no puede hacer esta llamada.',
  'This API key has made too many calls this minute.':
    'Esta clave de API hizo demasiadas llamadas en este minuto.',
  'Send one message at a time.': 'Envía un solo mensaje a la vez.',
  'Enter a full address that begins with https://.':
    'Escribe una dirección completa que empiece por https://.',
  'Leave user name and password out of the address.':
    'No incluyas el usuario ni la contraseña en la dirección.',
  'Each event is named once.': 'Cada evento se indica una sola vez.',
  'Not available here.': 'No está disponible aquí.',
  'Send one image.': 'Envía una imagen.',
  'Each scope is named once.': 'Cada permiso se indica una sola vez.',
  'Send an API key as Authorization: Bearer KEY.':
    'Envía una clave de API como Authorization: Bearer CLAVE.',
  'Use WIDTHxHEIGHT or auto.': 'Usa ANCHOxALTO o auto.',
  'Send {count} images at most.': 'Envía {count} imágenes como máximo.',
  'The client is gone.': 'El cliente se desconectó.',
  'Invalid token.': 'Token no válido.',
  'CSRF Failed: CSRF token missing or incorrect.':
    'Falló la comprobación CSRF: el token falta o no es correcto.',
  'This can only be opened from this site.': 'Esto solo se puede abrir desde este sitio.',
  'The request names more than one host.': 'La solicitud nombra más de un host.',
  'This form was sent from another site.': 'Este formulario se envió desde otro sitio.',
  'Method "{method}" not allowed.': 'El método "{method}" no está permitido.',
  'Request was throttled.': 'Demasiadas solicitudes.',
  'Our team allows your account {count} requests a minute ({reason}).':
    'Nuestro equipo permite a tu cuenta {count} solicitudes por minuto ({reason}).',
  'Request was throttled. Expected available in {seconds} seconds.':
    'Demasiadas solicitudes. Podrás volver a intentarlo en {seconds} segundos.',
  'Too many pages in a short time.': 'Demasiadas páginas en poco tiempo.',
  'Please wait a minute, then load this page again.':
    'Espera un minuto y vuelve a cargar esta página.',
  'Too many open event streams.': 'Hay demasiadas conexiones de eventos abiertas.',
  'Unsupported media type in request.': 'El tipo de contenido de la solicitud no se admite.',
  'Unsupported content encoding in request.': 'La codificación de la solicitud no se admite.',
  'The body is too large.': 'El cuerpo de la solicitud es demasiado grande.',
  'The server cannot be reached right now. Please try again in a moment.':
    'En este momento no se puede contactar al servidor. Inténtalo de nuevo en un momento.',
  'The request is too large.': 'La solicitud es demasiado grande.',
  'The request is shorter or longer than it says.':
    'La solicitud es más corta o más larga de lo que indica.',
  'The request cannot be decompressed.': 'La solicitud no se puede descomprimir.',
  'JSON parse error.': 'El JSON no se puede leer.',
  'Invalid cursor.': 'Cursor no válido.',
  'Invalid signature.': 'Firma no válida.',
  'Not an event.': 'No es un evento.',
  'There is no price for this call.': 'No hay un precio para esta llamada.',

  // Fields
  '{path}: {said}': '{path}: {said}',
  'This field is required.': 'Este campo es obligatorio.',
  'This field may not be blank.': 'Este campo no puede estar vacío.',
  'This field may not be null.': 'Este campo no puede ser nulo.',
  'Unknown field.': 'Campo desconocido.',
  'Not a valid string.': 'No es un texto válido.',
  'Null characters are not allowed.': 'No se permiten caracteres nulos.',
  'Must be a valid boolean.': 'Debe ser un valor booleano válido.',
  'A valid integer is required.': 'Se necesita un número entero válido.',
  'A valid number is required.': 'Se necesita un número válido.',
  'Enter a valid value.': 'Ingresa un valor válido.',
  'Enter a valid email address.': 'Ingresa un correo electrónico válido.',
  'Enter a valid URL.': 'Ingresa una URL válida.',
  'Enter a valid date: YYYY-MM-DD.': 'Ingresa una fecha válida: AAAA-MM-DD.',
  'Expected a list of items but got type "{type}".':
    'Se esperaba una lista, pero llegó un valor de tipo "{type}".',
  'Invalid data. Expected a dictionary, but got {type}.':
    'Datos no válidos. Se esperaba un diccionario, pero llegó {type}.',
  'This list may not be empty.': 'Esta lista no puede estar vacía.',
  'Ensure this field has at least {count} characters.':
    'Asegúrate de que este campo tenga al menos {count} caracteres.',
  'Ensure this field has no more than {count} characters.':
    'Asegúrate de que este campo no tenga más de {count} caracteres.',
  'Ensure this field has at least {count} elements.':
    'Asegúrate de que este campo tenga al menos {count} elementos.',
  'Ensure this field has no more than {count} elements.':
    'Asegúrate de que este campo no tenga más de {count} elementos.',
  'Ensure this value is greater than {number}.':
    'Asegúrate de que este valor sea mayor que {number}.',
  'Ensure this value is greater than or equal to {number}.':
    'Asegúrate de que este valor sea mayor o igual que {number}.',
  'Ensure this value is less than {number}.': 'Asegúrate de que este valor sea menor que {number}.',
  'Ensure this value is less than or equal to {number}.':
    'Asegúrate de que este valor sea menor o igual que {number}.',
  'Ensure this value is between {low} and {high}.':
    'Asegúrate de que este valor esté entre {low} y {high}.',
  'Ensure this value is a multiple of {number}.':
    'Asegúrate de que este valor sea múltiplo de {number}.',
  '"{value}" is not a valid choice.': '"{value}" no es una opción válida.',
  'Not a valid choice.': 'No es una opción válida.',
  'Must be one of {list}.': 'Debe ser uno de estos valores: {list}.',
  'Ensure this is one of {list}.': 'Asegúrate de que sea uno de estos valores: {list}.',
  'Ensure each is named once.': 'Asegúrate de nombrar cada uno una sola vez.',
  'Enter a colour as #rrggbb.': 'Ingresa un color como #rrggbb.',
  'Use letters, digits and hyphens.': 'Usa letras, números y guiones.',
  'Use letters a to z, digits, and single hyphens or underscores between them.':
    'Usa letras de la a a la z, números y, entre ellos, guiones o guiones bajos sueltos.',
  'There is no such size.': 'Ese tamaño no existe.',
  'Ensure this has 1 to 255 printable characters.':
    'Asegúrate de que tenga de 1 a 255 caracteres imprimibles.',
  'This Idempotency-Key was used with another request.':
    'Esta Idempotency-Key ya se usó con otra solicitud.',

  // Uploads
  'The submitted data was not a file. Check the encoding type on the form.':
    'Lo que se envió no es un archivo. Revisa el tipo de codificación del formulario.',
  'The file has more than {size} MB.': 'El archivo tiene más de {size} MB.',
  'Send the file as multipart/form-data.': 'Envía el archivo como multipart/form-data.',
  'No file was submitted.': 'No se envió ningún archivo.',
  'The submitted file is empty.': 'El archivo enviado está vacío.',
  'Send one file and nothing else.': 'Envía un solo archivo y nada más.',
  'Multipart form parse error.': 'El formulario no se puede leer.',
  'The server is restarting. Please try again in a moment.':
    'El servidor se está reiniciando. Inténtalo de nuevo en un momento.',
  'The server is busy. Please try again in a moment.':
    'El servidor está ocupado. Inténtalo de nuevo en un momento.',
  'The upload was interrupted.': 'La subida se interrumpió.',
  'The upload was too slow and has been ended. Please try again.':
    'La carga era demasiado lenta y se interrumpió. Inténtalo de nuevo.',
  'The upload took too long. Please try again.': 'La carga tardó demasiado. Inténtalo de nuevo.',
  'Too many uploads at once. Please wait until one of them is done.':
    'Hay demasiadas cargas a la vez. Espera a que termine una.',
  'Files cannot be stored right now. Please try again later.':
    'En este momento no se pueden guardar archivos. Inténtalo más tarde.',
  'Files are not available right now. Please try again in a moment.':
    'Los archivos no están disponibles en este momento. Inténtalo de nuevo en un momento.',
  'Only JPEG, PNG, WebP, GIF, HEIC and AVIF images can be uploaded.':
    'Solo se pueden subir imágenes JPEG, PNG, WebP, GIF, HEIC y AVIF.',
  'Not a JPEG, PNG, WebP or GIF image.': 'No es una imagen JPEG, PNG, WebP ni GIF.',
  'The image takes too long or too much memory to read. Save it smaller or in another format.':
    'Leer esta imagen toma demasiado tiempo o memoria. Guárdala más pequeña o en otro formato.',
  'The image is damaged and cannot be read.': 'La imagen está dañada y no se puede leer.',
  'The image is damaged or too large.': 'La imagen está dañada o es demasiado grande.',
  'The image has {width} x {height} pixels ({size} megapixels); {most} megapixels is the most.':
    'La imagen tiene {width} x {height} píxeles ({size} megapíxeles); el máximo son {most} megapíxeles.',
  'Your uploads and editor projects use {used} of the {limit} of your plan, and this image needs {size}. Delete what you no longer need, or choose a larger plan.':
    'Tus imágenes subidas y proyectos del editor ocupan {used} de los {limit} de tu plan, y esta imagen necesita {size}. Elimina lo que ya no necesites o elige un plan más grande.',
  'Your uploads and editor projects use {used} of the {limit} that our team set for you ({reason}), and this image needs {size}.':
    'Tus imágenes subidas y proyectos del editor ocupan {used} de los {limit} que nuestro equipo fijó para ti ({reason}), y esta imagen necesita {size}.',
  "You've reached the limit of {count} uploaded images. Delete some first.":
    'Alcanzaste el límite de {count} imágenes subidas. Elimina algunas primero.',
  "You've reached the limit of {count} projects. Delete some first.":
    'Alcanzaste el límite de {count} proyectos. Elimina algunos primero.',
  'This project was changed on another device in the meantime.':
    'Mientras tanto, este proyecto se cambió en otro dispositivo.',
  'A file no longer exists. Send it again.': 'Un archivo ya no existe. Envíalo de nuevo.',
  'A file is named that the document does not need.':
    'Se nombra un archivo que el documento no necesita.',
  'The document needs a file that is not named.':
    'El documento necesita un archivo que no se nombra.',
  'More is done than there is.': 'Hay más hecho de lo que existe.',
  'The image could not be read from its host.': 'No se pudo leer la imagen desde su servidor.',
  'Images of this host are not resized here.':
    'Aquí no se cambia el tamaño de imágenes de ese servidor.',
  'This file is not converted.': 'Este archivo no se convierte.',
} as const
