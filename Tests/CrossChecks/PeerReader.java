import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.PlanarYUVLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Reads paths of binary PGM files from the standard input, and writes "PATH tab TEXT" for each whose QR code ZXing reads. */
public class PeerReader {
  public static void main(String[] arguments) throws Exception {
    var paths = new BufferedReader(new InputStreamReader(System.in));
    var hints = Map.of(DecodeHintType.TRY_HARDER, Boolean.TRUE);
    for (String path = paths.readLine(); path != null; path = paths.readLine()) {
      byte[] file = Files.readAllBytes(Path.of(path));
      String[] head = new String(file, 0, 20, "ISO-8859-1").split("\\s+");
      int width = Integer.parseInt(head[1]), height = Integer.parseInt(head[2]);
      byte[] pixels = Arrays.copyOfRange(file, file.length - width * height, file.length);
      var source = new PlanarYUVLuminanceSource(pixels, width, height, 0, 0, width, height, false);
      try {
        var found = new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(source)), hints);
        System.out.println(path + "\t" + found.getText());
      } catch (ReaderException unread) {
        // Not every frame is read: that is what is counted.
      }
    }
  }
}
