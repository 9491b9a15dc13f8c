// Files of this device as the server takes them: photographs smaller, upright, and without anything but their pixels.

const LONGEST = 2400; // pixels of the longer side
const QUALITY = 0.88;

// Returns the bytes of a file as base64.
export function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(",")[1] || "");
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

// Returns a photograph as {name, data}. It is drawn anew, so that nothing the camera has noted goes with it. Throws its name.
export async function smaller(file) {
  try {
    const image = await createImageBitmap(file, { imageOrientation: "from-image" });
    const share = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * share);
    canvas.height = Math.round(image.height * share);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const data = canvas.toDataURL("image/jpeg", QUALITY).split(",")[1];
    return { name: file.name.replace(/[\t\n]/gu, " ").slice(0, 100) || "photo", data };
  } catch {
    throw new Error(file.name);
  }
}
