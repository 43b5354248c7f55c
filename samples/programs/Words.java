import java.util.ArrayList;
import java.util.List;

/** Spends time in recursion, sorting and allocation, in two threads. */
public class Words {
    static int fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static long build(int rounds) {
        long sum = 0;
        for (int i = 0; i < rounds; i++) {
            List<String> texts = new ArrayList<>();
            for (int j = 0; j < 1000; j++)
                texts.add("text " + (j * 31 % 1000));
            texts.sort((a, b) -> b.compareTo(a));
            sum += texts.get(0).length();
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(() -> fib(39), "worker");
        worker.start();
        System.out.println(build(400));
        worker.join();
    }
}
