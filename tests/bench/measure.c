/*
 * Measures what commands cost:
 *
 *     measure TURNS LIMIT JSON <LIST
 *
 * A line of the list is "GROUP<TAB>NAME<TAB>BYTES<TAB>COMMAND". BYTES is the
 * size of the input. sh runs COMMAND with /dev/null as its standard streams.
 * The lines of a group follow each other. The commands of a group take turns:
 * A B C A B C. A command that needs more than LIMIT seconds has only one turn,
 * and is killed after ten times that.
 *
 * Standard output gets a table of medians: wall time, CPU time (user and
 * system, of all processes), megabytes (10^6 bytes) per second and the peak
 * memory of the largest process in 10^6 bytes. The last columns are the CPU
 * time, which depends less than wall time on what else runs, divided by that of
 * the group's first command whose name begins with "floor" and by that of
 * "prof2dot". The file JSON gets the same numbers.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* wait4(2) is not in POSIX, so its header may not declare it. */
pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage);

enum { MOST = 200, TURNS = 100 }; /* commands, turns of each */

struct cost {
    double wall, cpu, memory;
};

struct command {
    char *group, *name, *line;
    double bytes;
    struct cost costs[TURNS], median;
    int turns;
    bool failed;
};

static struct command commands[MOST];
static int n_commands, turns;
static double limit;

static char *copy_of(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return strcpy(copy, text);
}

static void read_list(void)
{
    static char line[10000];
    while (n_commands < MOST && fgets(line, sizeof line, stdin)) {
        struct command *command = &commands[n_commands];
        char *group = strtok(line, "\t"), *name = strtok(NULL, "\t");
        char *bytes = strtok(NULL, "\t"), *rest = strtok(NULL, "\n");
        if (!rest)
            continue;
        command->group = copy_of(group);
        command->name = copy_of(name);
        command->bytes = strtod(bytes, NULL);
        command->line = copy_of(rest);
        n_commands++;
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

/* Turns the child into the command. It leads a process group of its own, so that
   everything it starts can be killed. */
static void become(const char *line)
{
    int nothing = open("/dev/null", O_RDWR);
    setpgid(0, 0);
    for (int fd = 0; fd < 3; fd++)
        dup2(nothing, fd);
    execl("/bin/sh", "sh", "-c", line, (char *)NULL);
    _exit(127);
}

static pid_t running;

static void stop(int signal_number)
{
    (void)signal_number;
    kill(-running, SIGKILL);
}

static void run(struct command *command)
{
    struct cost *cost = &command->costs[command->turns];
    struct rusage usage;
    int status;
    double start = now();
    running = fork();
    if (running == 0)
        become(command->line);
    alarm((unsigned)(limit * 10) + 1);
    while (wait4(running, &status, 0, &usage) < 0 && errno == EINTR)
        continue;
    alarm(0);
    cost->wall = now() - start;
    cost->cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    cost->memory = (double)usage.ru_maxrss * 1024;
    command->failed |= status != 0;
    command->turns++;
}

static bool same_group(int a, int b)
{
    return strcmp(commands[a].group, commands[b].group) == 0;
}

static bool too_slow(const struct command *command)
{
    return command->failed ||
           (command->turns && command->costs[0].wall > limit);
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *numbers, int n)
{
    qsort(numbers, (size_t)n, sizeof *numbers, ascending);
    return n % 2 ? numbers[n / 2]
                 : (numbers[n / 2 - 1] + numbers[n / 2]) / 2;
}

static void find_medians(struct command *command)
{
    double wall[TURNS], cpu[TURNS], memory[TURNS];
    for (int i = 0; i < command->turns; i++) {
        wall[i] = command->costs[i].wall;
        cpu[i] = command->costs[i].cpu;
        memory[i] = command->costs[i].memory;
    }
    command->median = (struct cost){ median(wall, command->turns),
                                     median(cpu, command->turns),
                                     median(memory, command->turns) };
}

/* Prints the CPU time divided by that of the first command of the same group
   whose name begins with these bytes, or blanks if there is none. */
static void print_ratio(int command, const char *name, size_t n_bytes)
{
    for (int i = 0; i < n_commands; i++)
        if (same_group(i, command) &&
            strncmp(commands[i].name, name, n_bytes) == 0 &&
            !commands[i].failed) {
            printf(" %9.3g",
                   commands[command].median.cpu / commands[i].median.cpu);
            return;
        }
    printf(" %9s", "");
}

static void print_row(int i)
{
    const struct command *command = &commands[i];
    if (i == 0 || !same_group(i, i - 1))
        printf("\n%-32s %8s %8s %8s %8s %9s %9s\n", command->group, "wall s",
               "CPU s", "MB/s", "MB peak", "/ floor", "/prof2dot");
    if (command->failed) {
        printf("  %-30s failed, or took too long\n", command->name);
        return;
    }
    printf("  %-30s %8.3f %8.3f %8.0f %8.1f", command->name,
           command->median.wall, command->median.cpu,
           command->bytes / 1e6 / command->median.wall,
           command->median.memory / 1e6);
    print_ratio(i, "floor", strlen("floor"));
    print_ratio(i, "prof2dot", sizeof "prof2dot");
    putchar('\n');
    fflush(stdout);
}

static void write_json(FILE *out)
{
    fprintf(out, "[");
    for (int i = 0; i < n_commands; i++) {
        const struct command *command = &commands[i];
        fprintf(out, "%s\n  {\"group\": \"%s\", \"name\": \"%s\", ",
                i ? "," : "", command->group, command->name);
        if (command->failed)
            fprintf(out, "\"failed\": true}");
        else
            fprintf(out,
                    "\"bytes\": %.0f, \"turns\": %d, \"wall\": %.4f, "
                    "\"cpu\": %.4f, \"memory\": %.0f}",
                    command->bytes, command->turns, command->median.wall,
                    command->median.cpu, command->median.memory);
    }
    fprintf(out, "\n]\n");
}

/* Runs one group, the commands from first up to end, and prints its rows. */
static void run_group(int first, int end)
{
    for (int turn = 0; turn < turns; turn++)
        for (int i = first; i < end; i++)
            if (turn == 0 || !too_slow(&commands[i]))
                run(&commands[i]);
    for (int i = first; i < end; i++)
        find_medians(&commands[i]);
    for (int i = first; i < end; i++)
        print_row(i);
}

int main(int argc, char **argv)
{
    struct sigaction action = { .sa_handler = stop };
    if (argc != 4)
        return 2;
    turns = atoi(argv[1]);
    if (turns < 1 || turns > TURNS)
        turns = 5;
    limit = strtod(argv[2], NULL);
    sigaction(SIGALRM, &action, NULL);
    read_list();
    for (int i = 0, end; i < n_commands; i = end) {
        for (end = i + 1; end < n_commands && same_group(i, end); end++)
            continue;
        run_group(i, end);
    }
    FILE *json = fopen(argv[3], "w");
    if (!json)
        return 1;
    write_json(json);
    return fclose(json) != 0;
}
